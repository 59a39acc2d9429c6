import Text from '../../content/pages/integrations.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'Services, formats and interfaces that work with Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Integrations', description: lead, path: '/integrations' });

/** Renders `/integrations`. */
export default function IntegrationsPage() {
  return (
    <SitePage title="Integrations" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
