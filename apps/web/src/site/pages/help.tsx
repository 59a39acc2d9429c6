import { t } from '@lingui/core/macro';
import { articlesIn } from '../../content/shelves.ts';
import { ArticleList } from '../../ui/article-list.tsx';
import type { PageFacts } from '../site-meta.ts';
import { ArticleSearch } from './article-search.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`Answers to frequent questions.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Help center`,
  description: lead,
  path: '/help-center/public',
};

/**
 * The list of articles under `/help-center/public`, and a search through the articles of all areas.
 */
export default function PublicHelpPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <ArticleSearch label={t`Search all articles`}>
        <ArticleList entries={articlesIn('help')} base="/help-center/public" />
      </ArticleSearch>
    </SitePage>
  );
}
