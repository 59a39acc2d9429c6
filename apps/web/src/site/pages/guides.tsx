import { guidesList } from '../../content/guides.ts';
import { siteMeta } from '../site-meta.ts';
import { FilteredList } from './filtered-list.tsx';
import { SitePage } from './site-page.tsx';

const lead = 'How teams work with Longhand, from the first draft to the last approval.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Guides', description: lead, path: '/guides' });

/** The list of articles under `/guides`. */
export default function GuidesPage() {
  return (
    <SitePage title="Guides" lead={lead}>
      <FilteredList entries={guidesList} base="/guides" label="Search the guides" />
    </SitePage>
  );
}
