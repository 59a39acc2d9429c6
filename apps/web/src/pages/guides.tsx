import { guidesList } from '../content/guides.ts';
import { ArticleList } from '../ui/article-list.tsx';
import { siteMeta } from '../ui/site-meta.ts';
import { SitePage } from '../ui/site-page.tsx';

const lead = 'How teams work with Longhand, from the first draft to the last approval.';

/** Page metadata: see {@link siteMeta}. */
export const meta = () => siteMeta({ title: 'Guides', description: lead, path: '/guides' });

/** The list of articles under `/guides`. */
export default function GuidesPage() {
  return (
    <SitePage title="Guides" lead={lead}>
      <ArticleList entries={guidesList} base="/guides" searchLabel="Search the guides" />
    </SitePage>
  );
}
