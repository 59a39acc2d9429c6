import Text from '../../content/pages/about.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';

const lead = 'The goals and the principles of Longhand.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'About', description: lead, path: '/about' });

/** Renders `/about`. */
export default function AboutPage() {
  return (
    <SitePage title="About" lead={lead}>
      <Prose>
        <Text />
      </Prose>
    </SitePage>
  );
}
