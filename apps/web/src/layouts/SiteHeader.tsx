import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { DemoButton } from '../features/outreach/OutreachButtons.tsx';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import classes from './SiteHeader.module.css';

/** What signing out needs is fetched for those who are signed in. */
const UserButtons = lazy(() => import('./UserButtons.tsx'));

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
  const shownAt = useRef(key);
  useEffect(() => {
    // The menu may have been opened before the page lived.
    if (menu.current && shownAt.current !== key) menu.current.open = false;
    shownAt.current = key;
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
      <details
        className={classes['narrow']}
        ref={menu}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !event.currentTarget.open) return;
          event.currentTarget.open = false;
          event.currentTarget.querySelector('summary')?.focus();
        }}
        onBlur={(event) => {
          // Whoever goes on to something else has no menu lying over it.
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget)) event.currentTarget.open = false;
        }}
      >
        <summary aria-label="Menu">
          <IconMenu2 size={20} stroke={1.6} aria-hidden="true" />
        </summary>
        <nav aria-label="Site menu">{links}</nav>
      </details>
    </>
  );
}

/** What visitors are offered stands in the page until it is known who is here; who may be a member does not see it (CSS). */
function AccountButtons() {
  const { data: user, isPending } = useCurrentUser();
  if (user) {
    return (
      <Suspense fallback={<span className={classes['reserved']} />}>
        <UserButtons user={user} />
      </Suspense>
    );
  }
  return (
    <div className={classes['visitor']} data-pending={isPending || undefined}>
      <span className={classes['roomy']}>
        <DemoButton />
      </span>
      <ButtonLink to="/auth" variant="subtle">
        Log in
      </ButtonLink>
      <ButtonLink to="/auth?tab=register">Sign up</ButtonLink>
    </div>
  );
}
