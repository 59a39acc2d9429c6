import { t } from '@lingui/core/macro';
import { articlesIn } from '../../content/shelves.ts';
import { ArticleList } from '../../ui/article-list.tsx';
import type { PageFacts } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = t`Articles about the development of Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Blog`,
  description: lead,
  path: '/blog',
  feed: '/blog/feed.xml',
};

/** The list of articles under `/blog`. */
export default function BlogPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <ArticleList entries={articlesIn('blog').toReversed()} base="/blog" />
    </SitePage>
  );
}
