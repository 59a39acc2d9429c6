import Text from '../content/pages/press.mdx';
import { Prose } from '../content/prose.tsx';
import { siteMeta } from '../ui/site-meta.ts';
import { SitePage } from '../ui/site-page.tsx';
import classes from './press.module.css';

const lead = 'Longhand in one sentence, one paragraph and one page, and its logo to download.';

/** Page metadata: see {@link siteMeta}. */
export const meta = () => siteMeta({ title: 'Press', description: lead, path: '/press' });

const marks = [
  ['/logo-light.svg', 'For light backgrounds', 'light'],
  ['/logo-dark.svg', 'For dark backgrounds', 'dark'],
  ['/favicon.svg', 'The sign alone', 'light'],
] as const;

/** Renders `/press`: texts and logos for journalists. */
export default function PressPage() {
  return (
    <SitePage title="Press" lead={lead}>
      <Prose>
        <Text />
      </Prose>
      <h2>The mark</h2>
      <ul className={classes['marks']}>
        {marks.map(([file, name, ground]) => (
          <li key={file}>
            <div className={classes[ground]}>
              <img src={file} alt={`The mark of Longhand, ${name.toLowerCase()}`} height="56" />
            </div>
            <a href={file} download>
              {name} (SVG)
            </a>
          </li>
        ))}
      </ul>
    </SitePage>
  );
}
