import type { ReactNode } from 'react';
import classes from './Notice.module.css';

/**
 * A line above the text: what is different here, what it means, what can be done. `isFault` uses the red pencil and stands over
 * the page's foot, because it comes while somebody types, and their text must not move.
 */
export function Notice({ children, actions, isFault = false }: { children: ReactNode; actions?: ReactNode; isFault?: boolean }) {
  return (
    <div className={classes['notice']} data-fault={isFault || undefined} role={isFault ? 'alert' : 'note'}>
      <p>{children}</p>
      {actions !== undefined && <div className={classes['actions']}>{actions}</div>}
    </div>
  );
}
