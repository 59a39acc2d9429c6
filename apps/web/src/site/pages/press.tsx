import Text from '../../content/pages/press.mdx';
import { Prose } from '../../content/prose.tsx';
import { siteMeta } from '../site-meta.ts';
import { SitePage } from './site-page.tsx';
import classes from './press.module.css';

const lead = 'Descriptions of Longhand in three lengths, and its logo for download.';

/** Page metadata: see {@link siteMeta}. */
export const meta = siteMeta({ title: 'Press', description: lead, path: '/press' });

const marks = [
  ['/logo-light.svg', 'For light backgrounds', 'light'],
  ['/logo-dark.svg', 'For dark backgrounds', 'dark'],
  ['/favicon.svg', 'Icon only', 'light'],
] as const;

/** Renders `/press`: texts and logos for journalists. */
export default function PressPage() {
  return (
    <SitePage title="Press" lead={lead}>
      <Prose>
        <Text />
      </Prose>
      <h2 className={classes['heading']}>Logo</h2>
      <ul className={classes['marks']}>
        {marks.map(([file, name, ground]) => (
          <li key={file}>
            <div className={classes[ground]}>
              <img src={file} alt={`Longhand logo, ${name.toLowerCase()}`} height="56" />
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
