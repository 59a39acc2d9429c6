import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { usePageTitle } from '../../../ui/page-head.tsx';
import { serverName } from '../../../ui/branding.ts';
import { ServerLinks } from '../../../ui/server-links.tsx';
import { Wordmark } from '../../../ui/wordmark.tsx';
import classes from './link-page.module.css';

/** Minimal page with one action: target of a link in a mail. */
export function LinkPage({ title, children }: { title: string; children: ReactNode }) {
  usePageTitle(title);
  return (
    <div>
      <header className="pageWidth">
        <a href="/" aria-label={t`${{ server: serverName() }}, home`}>
          <Wordmark />
        </a>
      </header>
      <main id="main" className={classes['main']}>
        <h1>{title}</h1>
        {children}
      </main>
      <ServerLinks />
    </div>
  );
}

/** Message for a URL without a token, or with an expired one. */
export function NoLink({ children }: { children?: ReactNode }) {
  return (
    <>
      <p role="alert">
        {t`This link is incomplete or has expired. Links work once and for a limited time.`}
      </p>
      {children}
    </>
  );
}
