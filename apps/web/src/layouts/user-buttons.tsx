import type { User } from '@longhand/contract';
import { LogoutAction } from '../session/logout-action.tsx';
import PartsProvider from '../theme/parts-provider.tsx';
import { ButtonLink } from '../ui/button-link.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import classes from './site-header.module.css';

/** Buttons of the public header for signed-in users. */
export default function UserButtons({ user }: { user: User }) {
  return (
    <PartsProvider>
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
          <PlainButton variant="subtle" onClick={start} disabled={isBusy}>
            Sign out
          </PlainButton>
        )}
      </LogoutAction>
    </PartsProvider>
  );
}
