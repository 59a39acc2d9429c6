import { documentationTexts } from '../content/documentation-texts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/article-page.tsx';

const shelf: ArticleShelf = {
  path: '/documentation',
  name: 'Documentation',
  texts: documentationTexts,
};

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/documentation`. */
export default function DocumentationArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
