import type { ReactNode } from 'react';
import classes from './Empty.module.css';

/** An empty place: what belongs there, and the one button that fills it. */
export function Empty({ title, children, action }: { title: string; children: ReactNode; action?: ReactNode }) {
  return (
    <div className={classes['empty']}>
      <p className={classes['title']}>{title}</p>
      <p className={classes['text']}>{children}</p>
      {action}
    </div>
  );
}

/** What is shown where a list could not be read: what happened and how to try again. */
export function Unreadable({ what, sentence }: { what: string; sentence: string }) {
  return (
    <div className={classes['empty']} role="alert">
      <p className={classes['title']}>{what} could not be loaded</p>
      <p className={classes['text']}>{sentence}</p>
    </div>
  );
}
