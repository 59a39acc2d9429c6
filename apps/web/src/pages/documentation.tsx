import { documentationList } from '../content/documentation.ts';
import { ArticleList } from '../ui/article-list.tsx';
import { siteMeta } from '../ui/site-meta.ts';
import { SitePage } from '../ui/site-page.tsx';

const lead = 'How to install, operate and extend Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta = () =>
  siteMeta({ title: 'Documentation', description: lead, path: '/documentation' });

/** The list of articles under `/documentation`. */
export default function DocumentationPage() {
  return (
    <SitePage title="Documentation" lead={lead}>
      <ArticleList
        entries={documentationList}
        base="/documentation"
        searchLabel="Search the documentation"
      />
    </SitePage>
  );
}
