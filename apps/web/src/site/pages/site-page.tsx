import type { ReactNode } from 'react';
import classes from './site-page.module.css';

type Props = {
  title: string;
  lead?: string;
  /** Language of title and lead, if it is not that of the page. */
  lang?: string | undefined;
  above?: ReactNode;
  below?: ReactNode;
  children: ReactNode;
};

/** A page of the public site: one heading, a lead paragraph and its content. */
export function SitePage({ title, lead, lang, above, below, children }: Props) {
  return (
    <main id="main" className={`pageWidth ${classes['main']}`}>
      <header className={`stack ${classes['head']}`}>
        {above}
        <h1 lang={lang}>{title}</h1>
        {lead !== undefined && (
          <p className={`soft ${classes['lead']}`} lang={lang}>
            {lead}
          </p>
        )}
        {below}
      </header>
      {children}
    </main>
  );
}
