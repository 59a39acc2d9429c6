import { useEffect, type ReactNode } from 'react';
import classes from './PageHead.module.css';

type Props = { title: string; children?: ReactNode; actions?: ReactNode; isPending?: boolean };

/**
 * The one heading of a page, what may be said about it, and what can be done with all of it. Also names the browser's tab. While what the page is
 * about is on its way (`isPending`), the title is what kind of thing it is: read out, and shown as a shape.
 */
export function PageHead({ title, children, actions, isPending = false }: Props) {
  usePageTitle(title);
  return (
    <header className={classes['head']}>
      <div className={classes['words']}>
        <h1 data-pending={isPending || undefined}>{title}</h1>
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
