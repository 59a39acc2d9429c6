import Text from '../../content/pages/cookie-policy.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'Longhand sets only necessary cookies. None of them tracks you.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Cookie policy', description: lead, path: '/cookie-policy' });

/** Renders `/cookie-policy`. */
export default function CookiePolicyPage() {
  return (
    <SitePage title="Cookie policy" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
