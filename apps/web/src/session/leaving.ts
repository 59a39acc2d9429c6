import type { User } from '@longhand/contract';
import { useRef, useState } from 'react';
import { useCall } from '../api/api-provider.tsx';
import type { Call } from '../api/caller.ts';
import { sentenceOf } from '../api/failure.ts';
import { tabStorage } from '../ui/storage.ts';
import { useToast } from '../ui/toast-provider.tsx';
import { departureAddress } from './addresses.ts';
import { carryToast } from './carry-over.ts';
import { reloadAfter } from './entering.ts';
import { useSession, type SessionResources } from './session-provider.tsx';
import type { UnsentDatabase } from '../device/outbox/database.ts';
import { discardUnsent, unsentChangesOf, type UnsentChanges } from '../device/outbox/outbox.ts';
import type { flushOutboxes } from '../device/outbox/flush-outboxes.ts';
import { wipeBrowser } from '../device/wipe.ts';

/** Maximum time that sign-out waits for unsent changes to reach the server (ms). */
const flushFor = 10_000;

type FlushOutboxes = typeof flushOutboxes;

/**
 * State of signing out. `sending`: unsent changes are being sent; `changes` lists their documents
 * once they are known. `asking`: they did not arrive, and the user decides about them.
 */
export type Leaving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly changes: readonly UnsentChanges[] | null }
  | { readonly kind: 'asking'; readonly changes: readonly UnsentChanges[] }
  | { readonly kind: 'leaving' };

/** Signs out: unsent changes are sent first, and nothing unsent is discarded without asking. */
export function useLogout(user: User) {
  const call = useCall();
  const show = useToast();
  const session = useSession();
  const [state, setState] = useState<Leaving>({ kind: 'idle' });
  // Number of the current attempt: a cancelled or superseded attempt must not sign out when it has
  // finished sending.
  const attempt = useRef(0);

  async function start(): Promise<void> {
    attempt.current += 1;
    const mine = attempt.current;
    setState({ kind: 'sending', changes: null });
    // Shown while sending: without a network that takes seconds.
    const changes = await readUnsent(session.unsent, user.id);
    if (changes.length > 0 && attempt.current === mine) setState({ kind: 'sending', changes });
    const left = await flushAll(session, call, user.id);
    if (attempt.current !== mine) return;
    if (left === null) await leave();
    else setState({ kind: 'asking', changes: left });
  }

  async function discard(): Promise<void> {
    attempt.current += 1;
    try {
      await discardUnsent(session.unsent, user.id);
    } catch (error) {
      show({ title: 'Nothing was discarded', text: sentenceOf(error), isDestructive: true });
      return;
    }
    // Discarded changes must not be restored from a copy if signing out fails.
    session.copies.close();
    await leave();
  }

  async function leave(): Promise<void> {
    setState({ kind: 'leaving' });
    try {
      await call('logout', {});
    } catch (error) {
      setState({ kind: 'idle' });
      show({ title: 'Logout failed', text: sentenceOf(error), isDestructive: true });
      return;
    }
    session.unsent.close();
    session.copies.close();
    await wipeBrowser(session.spared);
    carryToast(tabStorage, { title: 'Logged out', text: 'You have been successfully logged out.' });
    setTimeout(() => location.assign(departureAddress(Date.now())), reloadAfter);
  }

  function cancel(): void {
    attempt.current += 1;
    setState({ kind: 'idle' });
  }

  return { state, start, discard, cancel };
}

/**
 * Sends everything unsent. Returns null if all of it has arrived, otherwise what the device still
 * holds.
 */
async function flushAll(
  { openPages, unsent }: SessionResources,
  call: Call,
  userId: string,
): Promise<readonly UnsentChanges[] | null> {
  const pages = [...openPages].filter((page) => page.hasUnsent());
  const flushed = await Promise.all(pages.map((page) => page.flush(flushFor)));
  const changes = await readUnsent(unsent, userId);
  const left =
    changes.length === 0
      ? changes
      : await trySending({ database: unsent, call, userId, timeout: flushFor }, changes);
  return left.length === 0 && flushed.every(Boolean) ? null : left;
}

/** A device without storage has no unsent changes: then only the open pages report them. */
async function readUnsent(database: UnsentDatabase, userId: string): Promise<UnsentChanges[]> {
  try {
    return await unsentChangesOf(database, userId);
  } catch (error) {
    console.warn('Offline storage is not available:', error);
    return [];
  }
}

/** Without a network the code that sends may not load either; then all changes are still stored. */
async function trySending(
  options: Parameters<FlushOutboxes>[0],
  changes: readonly UnsentChanges[],
): Promise<readonly UnsentChanges[]> {
  const sender = await importOrNull(() => import('../device/outbox/flush-outboxes.ts'));
  return sender === null ? changes : sender.flushOutboxes(options);
}

async function importOrNull<Module>(load: () => Promise<Module>): Promise<Module | null> {
  try {
    return await load();
  } catch (error) {
    console.warn('A part of the page could not be loaded:', error);
    return null;
  }
}
