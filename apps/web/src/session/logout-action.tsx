import type { User } from '@longhand/contract';
import type { ReactNode } from 'react';
import { onDemand } from '../ui/on-demand.tsx';
import { useFetchAhead } from '../ui/use-fetch-ahead.ts';
import { useLogout } from './use-logout.ts';

const fetchDialog = () => import('./unsent-dialog.tsx');
const UnsentDialog = onDemand(fetchDialog);

/**
 * The dialog and the code that sends: both are needed exactly when the network is not available.
 */
const fetchNeeded = () => [fetchDialog(), import('../device/outbox/flush-outboxes.ts')];

/**
 * Provides its child with a function to sign out. Asks first if unsent changes would be left
 * behind.
 */
export function LogoutAction({
  user,
  children,
}: {
  user: User;
  children: (start: () => void, isBusy: boolean) => ReactNode;
}) {
  const { state, logout } = useLogout(user);
  const start = (): void => void logout.start();
  useFetchAhead(fetchNeeded);
  return (
    <>
      {children(start, state.kind === 'sending' || state.kind === 'leaving')}
      {(state.kind === 'asking' || (state.kind === 'sending' && state.changes !== null)) && (
        <UnsentDialog
          changes={state.changes ?? []}
          isSending={state.kind === 'sending'}
          onWait={start}
          onDiscard={() => void logout.discard()}
          onClose={logout.cancel}
        />
      )}
    </>
  );
}
