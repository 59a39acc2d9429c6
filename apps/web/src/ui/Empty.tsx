import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { PlainButton } from './PlainButton.tsx';
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

/** What is shown where something could not be read: what happened, and a way to ask again for all that failed on this page. */
export function Unreadable({ what, sentence }: { what: string; sentence: string }) {
  const store = useQueryClient();
  const askAgain = (): void => void store.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  return (
    <div className={classes['empty']} role="alert">
      <p className={classes['title']}>{what} could not be loaded</p>
      <p className={classes['text']}>{sentence}</p>
      <PlainButton variant="default" onClick={askAgain}>
        Try again
      </PlainButton>
    </div>
  );
}
