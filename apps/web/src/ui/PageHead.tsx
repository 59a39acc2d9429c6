import { useEffect, type ReactNode } from 'react';
import classes from './PageHead.module.css';

/** The one heading of a page, what may be said about it, and what can be done with all of it. Also names the browser's tab. */
export function PageHead({ title, children, actions }: { title: string; children?: ReactNode; actions?: ReactNode }) {
  usePageTitle(title);
  return (
    <header className={classes['head']}>
      <div className={classes['words']}>
        <h1>{title}</h1>
        {children}
      </div>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </header>
  );
}

/** Names the browser's tab after the page. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Longhand' : `${title} · Longhand`;
  }, [title]);
}
