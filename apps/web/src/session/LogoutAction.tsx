import type { User } from '@longhand/contract';
import { lazy, Suspense, useEffect, type ReactNode } from 'react';
import { useLogout } from './leaving.ts';

const fetchDialog = () => import('./UnsentDialog.tsx');
const UnsentDialog = lazy(fetchDialog);

/** Gives its child a way to sign out; asks first where something unsent would stay behind. */
export function LogoutAction({ user, children }: { user: User; children: (start: () => void, isBusy: boolean) => ReactNode }) {
  const { state, start, discard, cancel } = useLogout(user);
  useEffect(() => {
    // Fetched ahead, together with what sends: both are needed exactly when the network is not there.
    void Promise.allSettled([fetchDialog(), import('./unsent/sendKept.ts')]);
  }, []);
  return (
    <>
      {children(() => void start(), state.kind === 'sending' || state.kind === 'leaving')}
      {state.kind === 'asking' && (
        <Suspense>
          <UnsentDialog kept={state.kept} onWait={() => void start()} onDiscard={() => void discard()} onCancel={cancel} />
        </Suspense>
      )}
    </>
  );
}
