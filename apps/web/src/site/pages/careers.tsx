import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`How to contribute to Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`Careers`, description: lead, path: '/careers' };

/** Renders `/careers`. */
export default function CareersPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="careers" />
    </SitePage>
  );
}
