import { t } from '@lingui/core/macro';
import type { PageFacts } from '../site-meta.ts';
import { PageText } from './page-text.tsx';
import { SitePage } from './site-page.tsx';
import classes from './press.module.css';

const lead = t`Descriptions of Longhand in three lengths, and its logo for download.`;

/** See {@link PageFacts}. */
export const facts: PageFacts = { title: t`Press`, description: lead, path: '/press' };

const marks = [
  {
    file: '/logo-light.svg',
    name: t`For light backgrounds`,
    alt: t`Longhand logo, for light backgrounds`,
    ground: 'light',
  },
  {
    file: '/logo-dark.svg',
    name: t`For dark backgrounds`,
    alt: t`Longhand logo, for dark backgrounds`,
    ground: 'dark',
  },
  {
    file: '/favicon.svg',
    name: t`Icon only`,
    alt: t`Longhand logo, icon only`,
    ground: 'light',
  },
];

/** Renders `/press`: texts and logos for journalists. */
export default function PressPage() {
  return (
    <SitePage title={facts.title} lead={lead}>
      <PageText name="press" />
      <h2 className={classes['heading']}>{t`Logo`}</h2>
      <ul className={classes['marks']}>
        {marks.map(({ file, name, alt, ground }) => (
          <li key={file}>
            <div className={classes[ground]}>
              <img src={file} alt={alt} height="56" />
            </div>
            <a href={file} download>
              {`${name} (SVG)`}
            </a>
          </li>
        ))}
      </ul>
    </SitePage>
  );
}
