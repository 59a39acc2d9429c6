import type { User } from '@longhand/contract';
import { Button } from '../ui/button.tsx';
import { LogoutAction } from '../session/logout-action.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import classes from './site-header.module.css';

/** Buttons of the public header for signed-in users. */
export default function UserButtons({ user }: { user: User }) {
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
          <Button variant="subtle" onClick={start} disabled={isBusy}>
            Sign out
          </Button>
        )}
      </LogoutAction>
    </>
  );
}
