import { Link, Navigate, useParams } from 'react-router';
import type { Article } from '../../content/article.ts';
import { Prose } from '../../content/prose.tsx';
import { Day } from '../../ui/article-list.tsx';
import { siteMeta } from '../../ui/site-meta.ts';
import { SitePage } from '../../ui/site-page.tsx';

/** A collection of articles: its texts, and the page that lists them. */
export type ArticleShelf = {
  readonly path: string;
  readonly name: string;
  readonly texts: readonly Article[];
};

const find = ({ texts }: ArticleShelf, slug: string | undefined) =>
  texts.find((article) => article.slug === slug);

/**
 * Returns the metadata of an article's page: see {@link siteMeta}. Empty if there is no such
 * article.
 */
export function articleMeta(shelf: ArticleShelf, slug: string | undefined) {
  const article = find(shelf, slug);
  return article
    ? siteMeta({
        title: article.title,
        description: article.summary,
        path: `${shelf.path}/${article.slug}`,
      })
    : [];
}

/** Renders the article in the URL. Redirects to the list if there is no such article. */
export function ArticlePage({ shelf }: { shelf: ArticleShelf }) {
  const article = find(shelf, useParams().slug);
  if (!article) return <Navigate to={shelf.path} replace />;
  const { title, summary, date, Text } = article;
  return (
    <SitePage
      title={title}
      lead={summary}
      above={
        <p>
          <Link to={shelf.path}>{shelf.name}</Link>
        </p>
      }
      below={date !== undefined && <Day date={date} />}
    >
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
