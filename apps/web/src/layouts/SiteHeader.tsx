import { Button } from '@mantine/core';
import { IconMenu2 } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { DemoButton } from '../features/outreach/OutreachButtons.tsx';
import { LogoutAction } from '../session/LogoutAction.tsx';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import classes from './SiteHeader.module.css';

/** Where the header leads. Source: specification, section 2, Header. */
const places = [
  ['/#features', 'Features'],
  ['/#testimonials', 'Testimonials'],
  ['/#pricing', 'Pricing'],
  ['/about', 'About'],
  ['/blog', 'Blog'],
  ['/integrations', 'Integrations'],
  ['/press', 'Press'],
  ['/help-center/public', 'Help'],
] as const;

/** The header of the public pages. On narrow screens its links fold into a menu, and stay links in the page. */
export function SiteHeader() {
  return (
    <header className={classes['header']}>
      <Link to="/" className={classes['home']} aria-label="Longhand, home">
        <Wordmark />
      </Link>
      <Places />
      <div className={classes['actions']}>
        <ThemeMenu />
        <AccountButtons />
      </div>
    </header>
  );
}

function Places() {
  const menu = useRef<HTMLDetailsElement>(null);
  const { key } = useLocation();
  useEffect(() => {
    if (menu.current) menu.current.open = false;
  }, [key]);
  const links = places.map(([to, name]) => (
    <Link key={to} to={to}>
      {name}
    </Link>
  ));
  return (
    <>
      <nav className={classes['wide']} aria-label="Site">
        {links}
      </nav>
      <details className={classes['narrow']} ref={menu}>
        <summary aria-label="Menu">
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav aria-label="Site menu">{links}</nav>
      </details>
    </>
  );
}

function AccountButtons() {
  const { data: user, isPending } = useCurrentUser();
  if (isPending) return <span className={classes['reserved']} />;
  if (!user) {
    return (
      <>
        <span className={classes['roomy']}>
          <DemoButton />
        </span>
        <ButtonLink to="/auth" variant="subtle">
          Log in
        </ButtonLink>
        <ButtonLink to="/auth?tab=register">Sign up</ButtonLink>
      </>
    );
  }
  return (
    <>
      {user.isAdmin && (
        <span className={classes['roomy']}>
          <ButtonLink to="/dashboard/test" variant="subtle">
            Testbed
          </ButtonLink>
        </span>
      )}
      <ButtonLink to="/dashboard" variant="light">
        Dashboard
      </ButtonLink>
      <LogoutAction user={user}>
        {(start, isBusy) => (
          <Button variant="subtle" onClick={start} loading={isBusy}>
            Sign out
          </Button>
        )}
      </LogoutAction>
    </>
  );
}
