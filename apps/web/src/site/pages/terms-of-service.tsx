import Text from '../../content/pages/terms-of-service.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'The terms between the operator of this server and its users. A template to complete.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({
  title: 'Terms of service',
  description: lead,
  path: '/terms-of-service',
});

/** Renders `/terms-of-service`. */
export default function TermsOfServicePage() {
  return (
    <SitePage title="Terms of service" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
