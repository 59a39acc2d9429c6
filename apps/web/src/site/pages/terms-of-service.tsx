import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`The terms between the operator of this server and its users. A template to complete.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Terms of service`,
  description: lead,
  path: '/terms-of-service',
};

/** Renders `/terms-of-service`. */
export default function TermsOfServicePage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="terms-of-service" />
    </SitePage>
  );
}
