import { helpTexts } from '../content/help-texts.ts';
import { ArticlePage, articleMeta, type ArticleShelf } from '../features/articles/article-page.tsx';

const shelf: ArticleShelf = { path: '/help-center/public', name: 'Help center', texts: helpTexts };

/** Page metadata: see {@link articleMeta}. */
export const meta = ({ params }: { params: { slug?: string } }) => articleMeta(shelf, params.slug);

/** One article under `/help-center/public`. */
export default function PublicHelpArticlePage() {
  return <ArticlePage shelf={shelf} />;
}
