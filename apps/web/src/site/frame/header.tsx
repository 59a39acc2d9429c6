import { IconMenu2 } from '@tabler/icons-react';
import { ButtonLink } from '../../ui/button-link.tsx';
import { Button } from '../../ui/button.tsx';
import { Wordmark } from '../../ui/wordmark.tsx';
import { SiteThemeMenu } from './theme-menu.tsx';
import classes from './header.module.css';

/** Links of the header. */
const pages = [
  ['/#features', 'Features'],
  ['/#testimonials', 'Testimonials'],
  ['/#pricing', 'Pricing'],
  ['/about', 'About'],
  ['/blog', 'Blog'],
  ['/integrations', 'Integrations'],
  ['/press', 'Press'],
  ['/help-center/public', 'Help'],
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
      <a href="/" aria-label="Longhand, home">
        <Wordmark />
      </a>
      <nav className={classes['wide']} aria-label="Site">
        {links}
      </nav>
      <details className={classes['narrow']} data-site-menu>
        <summary aria-label="Menu">
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav className="float" aria-label="Site menu">
          {links}
        </nav>
      </details>
      <div className={`strip end ${classes['actions']}`}>
        <SiteThemeMenu id="theme-of-header" />
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
            Schedule a Demo
          </Button>
        </span>
        <ButtonLink to="/auth" variant="subtle">
          Log in
        </ButtonLink>
        <ButtonLink to="/auth?tab=register">Sign up</ButtonLink>
      </div>
      <div className={classes['account']} data-for="member">
        <span className={classes['roomy']} data-for="admin">
          <ButtonLink to="/dashboard/test" variant="subtle">
            Testbed
          </ButtonLink>
        </span>
        <ButtonLink to="/dashboard" variant="light">
          Dashboard
        </ButtonLink>
        <Button variant="subtle" data-open="sign-out">
          Sign out
        </Button>
      </div>
    </>
  );
}
