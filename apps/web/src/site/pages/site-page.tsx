import type { ReactNode } from 'react';
import classes from './site-page.module.css';

type Props = {
  title: string;
  lead?: string;
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

/** A page of the public site: one heading, a lead paragraph and its content. */
export function SitePage({ title, lead, above, below, children }: Props) {
  return (
    <main id="main" className={`pageWidth ${classes['main']}`}>
      <header className={classes['head']}>
        {above}
        <h1>{title}</h1>
        {lead !== undefined && <p className={classes['lead']}>{lead}</p>}
        {below}
      </header>
      {children}
    </main>
  );
}
