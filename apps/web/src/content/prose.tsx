import type { ReactNode } from 'react';
import classes from './prose.module.css';

type Props = { lang?: string | undefined; children: ReactNode };

/**
 * Text to be read: one column of the measure, in the serif. `lang`: its language, if it is not that
 * of the page; all articles that are not translated run from left to right.
 */
export function Prose({ lang, children }: Props) {
  return (
    <div className={classes['prose']} lang={lang} dir={lang && 'ltr'}>
      {children}
    </div>
  );
}
