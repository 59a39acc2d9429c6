import { t } from '@lingui/core/macro';
import type { User } from '@longhand/contract';
import { useMemo, useSyncExternalStore } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/toast-provider.tsx';
import { departureAddress } from './addresses.ts';
import { carryToast } from './carry-over.ts';
import { reloadAfter } from './entering.ts';
import { createLogout, type Leaving, type Logout } from './leaving.ts';
import { useSession } from './session-provider.tsx';
import { discardUnsent, unsentChangesOf } from '../device/outbox/outbox.ts';
import { wipeBrowser } from '../device/wipe.ts';

/**
 * Signs `user` out at {@link Logout.start}: unsent changes are sent first, and nothing unsent is
 * discarded without asking.
 */
export function useLogout(user: User): { readonly state: Leaving; readonly logout: Logout } {
  const call = useCall();
  const tell = useToast();
  const { unsent, copies, spared, openPages } = useSession();
  const userId = user.id;
  const logout = useMemo(
    () =>
      createLogout({
        openPages,
        readUnsent: () => unsentChangesOf(unsent, userId),
        discardUnsent: () => discardUnsent(unsent, userId),
        async loadSender() {
          const { flushOutboxes } = await import('../device/outbox/flush-outboxes.ts');
          return (timeout) => flushOutboxes({ database: unsent, call, userId, timeout });
        },
        async endSession() {
          // A server of the previous version responds without a body.
          const ended: { continueAt: string | null } | null = await call('logout', {});
          return ended?.continueAt ?? null;
        },
        closeUnsent: () => unsent.close(),
        closeCopies: () => copies.close(),
        depart: (continueAt) => depart(spared, continueAt),
        tell,
      }),
    [openPages, unsent, userId, call, copies, spared, tell],
  );
  const state = useSyncExternalStore(logout.subscribe, logout.state, logout.state);
  return { state, logout };
}

/** `continueAt`: address that signs out at the identity provider, which leads back here. */
async function depart(spared: readonly string[], continueAt: string | null): Promise<void> {
  await wipeBrowser(spared);
  carryToast(tabStorage, { title: t`Logged out`, text: t`You have been successfully logged out.` });
  setTimeout(() => location.assign(continueAt ?? departureAddress(Date.now())), reloadAfter);
}
