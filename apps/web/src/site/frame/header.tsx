import { t } from '@lingui/core/macro';
import { IconMenu2 } from '@tabler/icons-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { SiteThemeMenu } from './theme-menu.tsx';
import classes from './header.module.css';

/** Links of the header. */
const pages = [
  ['/#features', t`Features`],
  ['/#testimonials', t`Testimonials`],
  ['/#pricing', t`Pricing`],
  ['/about', t`About`],
  ['/blog', t`Blog`],
  ['/integrations', t`Integrations`],
  ['/press', t`Press`],
  ['/help-center/public', t`Help`],
] as const;

/**
 * The header of the public pages. On narrow screens its links collapse into a menu, and remain
 * links.
 */
export function SiteHeader() {
  const links = pages.map(([to, name]) => (
    <a key={to} href={to} className="quietLink">
      {name}
    </a>
  ));
  return (
    <header className={`strip pageWidth ${classes['header']}`}>
      <a href="/" aria-label={t`Longhand, home`}>
        <Wordmark />
      </a>
      <nav className={classes['wide']} aria-label={t`Site`}>
        {links}
      </nav>
      <details className={classes['narrow']} data-site-menu>
        <summary className="iconButton" aria-label={t`Menu`}>
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav className="float" aria-label={t`Site menu`}>
          {links}
        </nav>
      </details>
      <div className={`strip end ${classes['actions']}`}>
        <span className={classes['theme']}>
          <SiteThemeMenu id="theme-of-header" />
        </span>
        <AccountButtons />
      </div>
    </header>
  );
}

/** Buttons for visitors, and those for signed-in users: `data-account` of the page selects them. */
function AccountButtons() {
  return (
    <>
      <div className={classes['account']} data-for="visitor">
        <span className={classes['roomy']}>
          <Button variant="subtle" data-open="demo">
            {t`Schedule a Demo`}
          </Button>
        </span>
        <ButtonLink to="/auth" variant="subtle">
          {t`Log in`}
        </ButtonLink>
        <ButtonLink to="/auth?tab=register">{t`Sign up`}</ButtonLink>
      </div>
      <div className={classes['account']} data-for="member">
        <span className={classes['roomy']} data-for="admin">
          <ButtonLink to="/dashboard/test" variant="subtle">
            {t`Testbed`}
          </ButtonLink>
        </span>
        <ButtonLink to="/dashboard" variant="light">
          {t`Dashboard`}
        </ButtonLink>
        <Button variant="subtle" data-open="sign-out">
          {t`Sign out`}
        </Button>
      </div>
    </>
  );
}
