import { t } from '@lingui/core/macro';
import { Button } from '../../ui/button.tsx';
import classes from './newsletter.module.css';

/** Newsletter form in the footer. A subscription replaces it by the thanks. */
export function Newsletter() {
  return (
    <div data-newsletter>
      <form className={`stack ${classes['box']}`} noValidate>
        <label htmlFor="newsletter">{t`Newsletter`}</label>
        <div className={classes['row']}>
          <input
            id="newsletter"
            name="email"
            type="email"
            autoComplete="email"
            placeholder={t`you@example.org`}
          />
          <Button type="submit" data-busy={t`Subscribing...`}>
            {t`Subscribe`}
          </Button>
        </div>
      </form>
      <p hidden>{t`Thank you for subscribing to our newsletter.`}</p>
    </div>
  );
}
