import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { createContext, useContext, useEffect, useState, type ReactNode } from 'react';
import { Navigate, useLocation, useNavigate } from 'react-router';
import { Button } from '../ui/button.tsx';
import { ApiFailure } from '../api/failure.ts';
import { useSession } from './session-provider.tsx';
import { useCurrentUser } from './use-current-user.ts';
import { useCachedUser } from './use-cached-user.ts';
import classes from './require-user.module.css';

const UserContext = createContext<User | null>(null);
const AwayContext = createContext(false);

/**
 * Renders its children for a signed-in user, and redirects all others to sign in. If a page holds
 * unsent text, an expired session does not remove that page. If the server is unreachable, the last
 * signed-in user sees the offline copies on this device.
 */
export function RequireUser({ children }: { children: ReactNode }) {
  const query = useCurrentUser();
  const { data: current, isPending, error } = query;
  const cached = useCachedUser(query);
  const user = current === undefined ? cached : current;
  const location = useLocation();
  const { openPages } = useSession();
  const [before, setBefore] = useState<User | null>(null);
  useEffect(() => {
    if (user) setBefore(user);
  }, [user]);
  const hasUnsent = (): boolean => [...openPages].some((page) => page.hasUnsent());
  const shown = user ?? (current === null && before !== null && hasUnsent() ? before : null);
  if (shown !== null) {
    return (
      <AwayContext value={current === undefined}>
        <UserContext value={shown}>{children}</UserContext>
      </AwayContext>
    );
  }
  if (isPending || user === undefined) return <Verifying />;
  if (error !== null && current === undefined) return <AuthFailure message={messageOf(error)} />;
  return (
    <Navigate
      to="/auth"
      replace
      state={{ from: location.pathname + location.search + location.hash }}
    />
  );
}

/**
 * Returns the signed-in user.
 *
 * @throws if used outside of {@link RequireUser}
 */
export function useUser(): User {
  const user = useContext(UserContext);
  if (user === null) throw new Error('useUser needs a RequireUser above it');
  return user;
}

/**
 * True if the server could not be asked for the user since this page was opened. To be used below
 * {@link RequireUser}.
 */
export function useIsAway(): boolean {
  return useContext(AwayContext);
}

function messageOf(error: Error): string {
  return error instanceof ApiFailure ? error.sentence : error.message;
}

function Verifying() {
  return (
    <main id="main" className={classes['page']} aria-busy="true">
      <span className={classes['spinner']} aria-hidden="true" />
      <p role="status" className="soft">
        {t`Verifying authentication...`}
      </p>
    </main>
  );
}

function AuthFailure({ message }: { message: string }) {
  const navigate = useNavigate();
  return (
    <main id="main" className={classes['page']}>
      <h1>{t`Authentication Error`}</h1>
      <p role="alert" className="soft">
        {message}
      </p>
      <Button onClick={() => void navigate('/auth')}>{t`Back to Login`}</Button>
    </main>
  );
}
