import { blogTexts } from '../content/blogTexts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/ArticlePage.tsx';

const shelf: ArticleShelf = { path: '/blog', name: 'Blog', texts: blogTexts };

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/blog`. */
export default function BlogArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
