import { IconMenu2 } from '@tabler/icons-react';
import { lazy, Suspense, useEffect, useRef } from 'react';
import { Link, useLocation } from 'react-router';
import { DemoButton } from '../features/messages/contact-buttons.tsx';
import { useCurrentUser } from '../session/use-current-user.ts';
import { ThemeMenu } from '../theme/theme-menu.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { Wordmark } from '../ui/wordmark.tsx';
import classes from './site-header.module.css';

/** The code for signing out is loaded for signed-in users only. */
const UserButtons = lazy(() => import('./user-buttons.tsx'));

/** Links of the header. */
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

/**
 * The header of the public pages. On narrow screens its links collapse into a menu, and remain
 * links.
 */
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
    // The menu may have been opened before hydration.
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
          // Close the menu when the focus leaves it.
          if (event.relatedTarget && !event.currentTarget.contains(event.relatedTarget))
            event.currentTarget.open = false;
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

/**
 * The buttons for visitors are rendered until the user is known; CSS hides them for a probable
 * member.
 */
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
