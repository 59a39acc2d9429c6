import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`Which data is stored, why, and for how long. A template for the operator of this server to complete.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Privacy policy`,
  description: lead,
  path: '/privacy-policy',
};

/** Renders `/privacy-policy`. */
export default function PrivacyPolicyPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="privacy-policy" />
    </SitePage>
  );
}
