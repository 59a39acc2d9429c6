import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`Services, formats and interfaces that work with Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Integrations`,
  description: lead,
  path: '/integrations',
};

/** Renders `/integrations`. */
export default function IntegrationsPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="integrations" />
    </SitePage>
  );
}
