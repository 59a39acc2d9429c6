import Text from '../../content/pages/privacy-policy.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead =
  'Which data is stored, why, and for how long. A template for the operator of this server to complete.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({
  title: 'Privacy policy',
  description: lead,
  path: '/privacy-policy',
});

/** Renders `/privacy-policy`. */
export default function PrivacyPolicyPage() {
  return (
    <SitePage title="Privacy policy" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
