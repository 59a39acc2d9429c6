import type { User } from '@longhand/contract';
import { lazy, Suspense, type ReactNode } from 'react';
import { useLogout } from './leaving.ts';

const UnsentDialog = lazy(() => import('./UnsentDialog.tsx'));

/** Gives its child a way to sign out; asks first where something unsent would stay behind. */
export function LogoutAction({ user, children }: { user: User; children: (start: () => void, isBusy: boolean) => ReactNode }) {
  const { state, start, discard, cancel } = useLogout(user);
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
