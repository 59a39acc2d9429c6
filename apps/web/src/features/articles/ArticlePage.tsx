import { Link, Navigate, useParams } from 'react-router';
import type { Article } from '../../content/article.ts';
import { Prose } from '../../content/Prose.tsx';
import { Day } from '../../ui/ArticleList.tsx';
import { siteMeta } from '../../ui/siteMeta.ts';
import { SitePage } from '../../ui/SitePage.tsx';

/** Articles that belong together: their texts, and the page on which they are listed. */
export type ArticleShelf = { readonly path: string; readonly name: string; readonly texts: readonly Article[] };

const find = ({ texts }: ArticleShelf, slug: string | undefined) => texts.find((article) => article.slug === slug);

/** What is told of an article's page: see {@link siteMeta}. Nothing where there is none of this name. */
export function articleMeta(shelf: ArticleShelf, slug: string | undefined) {
  const article = find(shelf, slug);
  return article ? siteMeta({ title: article.title, description: article.summary, path: `${shelf.path}/${article.slug}` }) : [];
}

/** The article that the address names. Where there is none of this name, the list. */
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
