import { guidesTexts } from '../content/guides-texts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/article-page.tsx';

const shelf: ArticleShelf = { path: '/guides', name: 'Guides', texts: guidesTexts };

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/guides`. */
export default function GuidesArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
