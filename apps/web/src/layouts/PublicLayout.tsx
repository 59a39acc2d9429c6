import { Link, Outlet } from 'react-router';
import { LogoutAction } from '../session/LogoutAction.tsx';
import { useCurrentUser } from '../session/useCurrentUser.ts';
import { ThemeMenu } from '../theme/ThemeMenu.tsx';
import { ButtonLink } from '../ui/ButtonLink.tsx';
import { Wordmark } from '../ui/Wordmark.tsx';
import { Button } from '@mantine/core';
import classes from './PublicLayout.module.css';

/** Header and footer of the public pages. The place of the sign-in buttons is kept free until it is known who is here. */
export default function PublicLayout() {
  return (
    <div className={classes['page']}>
      <header className={classes['header']}>
        <Link to="/" className={classes['home']} aria-label="Longhand, home">
          <Wordmark />
        </Link>
        <nav className={classes['actions']} aria-label="Account">
          <ThemeMenu />
          <AccountButtons />
        </nav>
      </header>
      <Outlet />
      <footer className={classes['footer']}>
        <Wordmark />
        <p>Collaborative writing and editing for modern teams.</p>
      </footer>
    </div>
  );
}

function AccountButtons() {
  const { data: user, isPending } = useCurrentUser();
  if (isPending) return <span className={classes['reserved']} />;
  if (!user) {
    return (
      <>
        <ButtonLink to="/auth" variant="subtle">
          Log in
        </ButtonLink>
        <ButtonLink to="/auth?tab=register">Sign up</ButtonLink>
      </>
    );
  }
  return (
    <>
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
