import type { ReactNode } from 'react';
import classes from './banner.module.css';

/**
 * A line above the text: what is different here, what it means, what can be done. `isFault` uses
 * the error colour. A fault is placed over the foot of the page: it appears while the user types,
 * and the text must not move.
 */
export function Banner({
  children,
  actions,
  isFault = false,
}: {
  children: ReactNode;
  actions?: ReactNode;
  isFault?: boolean;
}) {
  return (
    <div
      className={`spread ${classes['banner']}`}
      data-fault={isFault || undefined}
      role={isFault ? 'alert' : 'note'}
    >
      <p>{children}</p>
      {actions !== undefined && <div className={`row loose ${classes['actions']}`}>{actions}</div>}
    </div>
  );
}
