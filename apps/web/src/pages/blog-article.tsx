import { blogTexts } from '../content/blog-texts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/article-page.tsx';

const shelf: ArticleShelf = { path: '/blog', name: 'Blog', texts: blogTexts };

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/blog`. */
export default function BlogArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
