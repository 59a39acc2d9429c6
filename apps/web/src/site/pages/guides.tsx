import { t } from '@lingui/core/macro';
import { articlesIn } from '../../content/shelves.ts';
import type { PageFacts } from '../site-meta.ts';
import { FilteredList } from './filtered-list.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`How teams work with Longhand, from the first draft to the last approval.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`Guides`, description: lead, path: '/guides' };

/** The list of articles under `/guides`. */
export default function GuidesPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <FilteredList entries={articlesIn('guides')} base="/guides" label={t`Search the guides`} />
    </SitePage>
  );
}
