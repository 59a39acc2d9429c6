import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';

const lead = t`Longhand sets only necessary cookies. None of them tracks you.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = {
  title: t`Cookie policy`,
  description: lead,
  path: '/cookie-policy',
};

/** Renders `/cookie-policy`. */
export default function CookiePolicyPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="cookie-policy" />
    </SitePage>
  );
}
