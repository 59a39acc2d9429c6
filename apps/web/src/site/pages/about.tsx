import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`The goals and the principles of Longhand.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`About`, description: lead, path: '/about' };

/** Renders `/about`. */
export default function AboutPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="about" />
    </SitePage>
  );
}
