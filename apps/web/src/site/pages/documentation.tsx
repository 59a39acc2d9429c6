import { t } from '@lingui/core/macro';
import { articlesIn } from '../../content/shelves.ts';
import type { PageFacts } from '../site-meta.ts';
import { FilteredList } from './filtered-list.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`How to install, operate and extend Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Documentation`,
  description: lead,
  path: '/documentation',
};

/** The list of articles under `/documentation`. */
export default function DocumentationPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <FilteredList
        entries={articlesIn('documentation')}
        base="/documentation"
        label={t`Search the documentation`}
      />
    </SitePage>
  );
}
