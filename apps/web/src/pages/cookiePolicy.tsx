import Text from '../content/pages/cookie-policy.mdx';
import { Prose } from '../content/Prose.tsx';
import { siteMeta } from '../ui/siteMeta.ts';
import { SitePage } from '../ui/SitePage.tsx';

const lead = 'Two cookies, neither of which follows you anywhere.';

/** Page metadata: see {@link siteMeta}. */
export const meta = () => siteMeta({ title: 'Cookie policy', description: lead, path: '/cookie-policy' });

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
