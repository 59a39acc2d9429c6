import { useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import classes from './empty-state.module.css';

/** Empty state: what belongs here, and one button that adds it. */
export function EmptyState({
  title,
  children,
  action,
}: {
  title: string;
  children: ReactNode;
  action?: ReactNode;
}) {
  return (
    <div className={classes['empty']}>
      <p className={classes['title']}>{title}</p>
      <p className={`remark ${classes['text']}`}>{children}</p>
      {action}
    </div>
  );
}

/**
 * Error state for data that could not be loaded, with a button that refetches all failed queries of
 * this page.
 */
export function Unreadable({ what, sentence }: { what: string; sentence: string }) {
  const store = useQueryClient();
  const askAgain = (): void =>
    void store.refetchQueries({
      type: 'active',
      predicate: ({ state }) => state.status === 'error',
    });
  return (
    <div className={classes['empty']} role="alert">
      <p className={classes['title']}>{what} could not be loaded</p>
      <p className={`remark ${classes['text']}`}>{sentence}</p>
      <Button variant="default" onClick={askAgain}>
        Try again
      </Button>
    </div>
  );
}
