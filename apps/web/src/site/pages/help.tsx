import { helpList } from '../../content/help.ts';
import { ArticleList } from '../../ui/article-list.tsx';
import { siteMeta } from '../site-meta.ts';
import { ArticleSearch } from './article-search.tsx';
import { SitePage } from './site-page.tsx';

const lead = 'Answers to frequent questions.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({
  title: 'Help center',
  description: lead,
  path: '/help-center/public',
});

/**
 * The list of articles under `/help-center/public`, and a search through the articles of all areas.
 */
export default function PublicHelpPage() {
  return (
    <SitePage title="Help center" lead={lead}>
      <ArticleSearch label="Search all articles">
        <ArticleList entries={helpList} base="/help-center/public" />
      </ArticleSearch>
    </SitePage>
  );
}
