import Text from '../content/pages/privacy-policy.mdx';
import { Prose } from '../content/Prose.tsx';
import { siteMeta } from '../ui/siteMeta.ts';
import { SitePage } from '../ui/SitePage.tsx';

const lead = 'Which data is stored, why, and for how long. A template for the operator of this server to complete.';

/** Page metadata: see {@link siteMeta}. */
export const meta = () => siteMeta({ title: 'Privacy policy', description: lead, path: '/privacy-policy' });

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
