import type { ReactNode } from 'react';
import classes from './prose.module.css';

/** Text to be read: one column of the measure, in the serif. */
export function Prose({ children }: { children: ReactNode }) {
  return <div className={classes['prose']}>{children}</div>;
}
