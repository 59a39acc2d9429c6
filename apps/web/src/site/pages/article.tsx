import { articlesIn } from '../../content/shelves.ts';
import { Prose } from '../../content/prose.tsx';
import { Day } from '../../ui/article-list.tsx';
import type { PublicPage } from '../public-page.ts';
import { SitePage } from './site-page.tsx';

/** A collection of articles: their folder, and the page that lists them. */
export type ArticleShelf = {
  readonly folder: string;
  readonly path: string;
  readonly name: string;
};

/** Returns the pages of a collection's articles. */
export function articlePages({ folder, path, name }: ArticleShelf): readonly PublicPage[] {
  return articlesIn(folder).map(({ slug, title, summary, date, lang, Text }) => ({
    path: `${path}/${slug}`,
    facts: { title, description: summary, path: `${path}/${slug}` },
    content: (
      <SitePage
        title={title}
        lead={summary}
        lang={lang}
        above={
          <p>
            <a href={path}>{name}</a>
          </p>
        }
        below={date !== undefined && <Day date={date} />}
      >
        <Prose lang={lang}>
          <Text />
        </Prose>
      </SitePage>
    ),
  }));
}
