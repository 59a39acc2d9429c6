import { t } from '@lingui/core/macro';
import { useEffect, type ReactNode } from 'react';
import classes from './page-head.module.css';

type Props = { title: string; children?: ReactNode; actions?: ReactNode; isPending?: boolean };

/**
 * The single heading of a page, with an optional description and actions for the whole page. Also
 * sets the document title. While the data is loading (`isPending`), the title names the kind of
 * page. It is read by screen readers and shown as a skeleton.
 */
export function PageHead({ title, children, actions, isPending = false }: Props) {
  usePageTitle(title);
  return (
    <header className={`spread ${classes['head']}`}>
      <div className={classes['words']}>
        <h1 data-pending={isPending || undefined}>{title}</h1>
        {children}
      </div>
      {actions !== undefined && <div className="row">{actions}</div>}
    </header>
  );
}

/** Sets the title of the browser tab. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title === '' ? 'Longhand' : t`${title} · Longhand`;
  }, [title]);
}
