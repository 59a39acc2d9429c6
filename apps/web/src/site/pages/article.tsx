import type { Article } from '../../content/article.ts';
import { Prose } from '../../content/prose.tsx';
import { Day } from '../../ui/article-list.tsx';
import { siteMeta } from '../site-meta.ts';
import type { PublicPage } from '../public-page.ts';
import { SitePage } from './site-page.tsx';

/** A collection of articles: its texts, and the page that lists them. */
export type ArticleShelf = {
  readonly path: string;
  readonly name: string;
  readonly texts: readonly Article[];
};

/** Returns the pages of a collection's articles. */
export function articlePages({ path, name, texts }: ArticleShelf): readonly PublicPage[] {
  return texts.map(({ slug, title, summary, date, Text }) => ({
    path: `${path}/${slug}`,
    meta: siteMeta({ title, description: summary, path: `${path}/${slug}` }),
    content: (
      <SitePage
        title={title}
        lead={summary}
        above={
          <p>
            <a href={path}>{name}</a>
          </p>
        }
        below={date !== undefined && <Day date={date} />}
      >
        <Prose>
          <Text />
        </Prose>
      </SitePage>
    ),
  }));
}
