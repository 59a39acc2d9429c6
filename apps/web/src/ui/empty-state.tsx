import { t } from '@lingui/core/macro';
import { useQueryClient, type Query } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Button } from './button.tsx';
import { useFocusOnRemoval } from './use-focus-on-removal.ts';
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
    <div className={`stack close ${classes['empty']}`}>
      <p className={`serif ${classes['title']}`}>{title}</p>
      <p className={`remark ${classes['text']}`}>{children}</p>
      {action}
    </div>
  );
}

/** Returns the main part of the page, which is read when it gets the focus. */
const mainOfPage = () => document.getElementById('main');

/**
 * Error state for data that could not be loaded, with a button that refetches all failed queries of
 * this page. A retry, and its failure, are announced.
 */
export function Unreadable({ what, sentence }: { what: string; sentence: string }) {
  const store = useQueryClient();
  const [isTrying, setTrying] = useState(false);
  const state = useFocusOnRemoval<HTMLDivElement>(mainOfPage);
  function askAgain(): void {
    if (isTrying) return;
    setTrying(true);
    const failed = ({ state: { status } }: Query) => status === 'error';
    void store
      .refetchQueries({ type: 'active', predicate: failed })
      .finally(() => setTrying(false));
  }
  return (
    <div ref={state} className={`stack close ${classes['empty']}`} role="alert">
      <p className={`serif ${classes['title']}`}>{t`${what} could not be loaded`}</p>
      <p className={`remark ${classes['text']}`}>{isTrying ? t`Trying again…` : sentence}</p>
      <Button variant="default" aria-disabled={isTrying} onClick={askAgain}>
        {t`Try again`}
      </Button>
    </div>
  );
}
