import { documentationList } from '../../content/documentation.ts';
import { siteMeta } from '../site-meta.ts';
import { FilteredList } from './filtered-list.tsx';
import { SitePage } from './site-page.tsx';

const lead = 'How to install, operate and extend Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Documentation', description: lead, path: '/documentation' });

/** The list of articles under `/documentation`. */
export default function DocumentationPage() {
  return (
    <SitePage title="Documentation" lead={lead}>
      <FilteredList
        entries={documentationList}
        base="/documentation"
        label="Search the documentation"
      />
    </SitePage>
  );
}
