import { t } from '@lingui/core/macro';
import classes from './page-failure.module.css';

/**
 * Error page for a page that could not be rendered: what happened, what it means for the user's
 * text, what to do now.
 */
export function PageFailure({ detail }: { detail: string }) {
  return (
    <main id="main" className={`stack ${classes['page']}`}>
      <h1>{t`This page could not be shown`}</h1>
      <p>
        {t`Something went wrong. Reload the page to continue. Changes that were not sent yet stay on this device.`}
      </p>
      {detail !== '' && <p className="remark">{detail}</p>}
      <p>
        <button type="button" className="linkButton" onClick={() => location.reload()}>
          {t`Reload`}
        </button>{' '}
        · <a href="/dashboard">{t`Dashboard`}</a>
      </p>
    </main>
  );
}
