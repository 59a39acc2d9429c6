import Text from '../../content/pages/careers.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'How to contribute to Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Careers', description: lead, path: '/careers' });

/** Renders `/careers`. */
export default function CareersPage() {
  return (
    <SitePage title="Careers" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
