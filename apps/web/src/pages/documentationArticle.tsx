import { documentationTexts } from '../content/documentationTexts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/ArticlePage.tsx';

const shelf: ArticleShelf = { path: '/documentation', name: 'Documentation', texts: documentationTexts };

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/documentation`. */
export default function DocumentationArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
