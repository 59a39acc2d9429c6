import { t } from '@lingui/core/macro';
import { sentenceOf } from '../api/failure.ts';
import type { Toast } from '../ui/toast-provider.tsx';
import type { OpenPage } from './session-provider.tsx';
import type { UnsentChanges } from '../device/outbox/outbox.ts';

/** Maximum time that sign-out waits for unsent changes to reach the server (ms). */
const flushFor = 10_000;

/**
 * State of signing out. `sending`: unsent changes are being sent; `changes` lists their documents
 * once they are known. `asking`: they did not arrive, and the user decides about them.
 */
export type Leaving =
  | { readonly kind: 'idle' }
  | { readonly kind: 'sending'; readonly changes: readonly UnsentChanges[] | null }
  | { readonly kind: 'asking'; readonly changes: readonly UnsentChanges[] }
  | { readonly kind: 'leaving' };

/** Sends stored changes for at most `timeout` milliseconds; returns what is still stored. */
export type SendStored = (timeout: number) => Promise<readonly UnsentChanges[]>;

/** Functions of the page, the device and the server that signing out uses. */
export type LogoutPorts = {
  readonly openPages: ReadonlySet<OpenPage>;
  /** Returns the user's unsent changes on this device. Rejects if it stores nothing. */
  readUnsent(): Promise<readonly UnsentChanges[]>;
  /** Deletes the user's unsent changes on this device. */
  discardUnsent(): Promise<void>;
  /** Loads the code that sends stored changes. Rejects if that is not available. */
  loadSender(): Promise<SendStored>;
  /**
   * Ends the session on the server. Returns the address that signs out at the identity provider as
   * well, or null.
   */
  endSession(): Promise<string | null>;
  closeUnsent(): void;
  closeCopies(): void;
  /** Wipes the browser, and continues at an address, or reloads at the front page. */
  depart(continueAt: string | null): Promise<void>;
  tell(toast: Toast): void;
};

/** Signing out, as an external store for React. */
export type Logout = {
  state(): Leaving;
  /** Calls `changed` after each change of the state. Returns a function that stops it. */
  subscribe(changed: () => void): () => void;
  /** Sends what is unsent, then signs out if all of it has arrived. Supersedes earlier attempts. */
  start(): Promise<void>;
  /** Deletes what is unsent, then signs out. Only at the user's request. */
  discard(): Promise<void>;
  /** Stops the current attempt. What it is sending is still sent. */
  cancel(): void;
};

/** Creates {@link Logout}: nothing unsent is discarded without asking. */
export function createLogout(ports: LogoutPorts): Logout {
  let state: Leaving = { kind: 'idle' };
  // Number of the current attempt: a cancelled or superseded attempt must not sign out when it has
  // finished sending.
  let attempt = 0;
  const listeners = new Set<() => void>();
  const enter = (next: Leaving): void => {
    state = next;
    for (const changed of listeners) changed();
  };

  async function leave(): Promise<void> {
    enter({ kind: 'leaving' });
    let continueAt: string | null;
    try {
      continueAt = await ports.endSession();
    } catch (error) {
      enter({ kind: 'idle' });
      return tellFailure(ports, t`Logout failed`, error);
    }
    await depart(ports, continueAt);
  }

  return {
    state: () => state,
    subscribe(changed) {
      listeners.add(changed);
      return () => void listeners.delete(changed);
    },
    async start() {
      attempt += 1;
      const mine = attempt;
      enter({ kind: 'sending', changes: null });
      // Shown while sending: without a network that takes seconds.
      const changes = await readUnsent(ports);
      if (changes.length > 0 && attempt === mine) enter({ kind: 'sending', changes });
      const left = await flushAll(ports);
      if (attempt !== mine) return;
      if (left === null) await leave();
      else enter({ kind: 'asking', changes: left });
    },
    async discard() {
      attempt += 1;
      try {
        await ports.discardUnsent();
      } catch (error) {
        // The attempt that was sending is superseded.
        if (state.kind === 'sending') enter({ kind: 'asking', changes: state.changes ?? [] });
        return tellFailure(ports, t`Nothing was discarded`, error);
      }
      // Discarded changes must not be restored from a copy if signing out fails.
      ports.closeCopies();
      await leave();
    },
    cancel() {
      attempt += 1;
      enter({ kind: 'idle' });
    },
  };
}

async function depart(ports: LogoutPorts, continueAt: string | null): Promise<void> {
  ports.closeUnsent();
  ports.closeCopies();
  await ports.depart(continueAt);
}

function tellFailure({ tell }: LogoutPorts, title: string, error: unknown): void {
  tell({ title, text: sentenceOf(error), isDestructive: true });
}

/**
 * Sends everything unsent. Returns null if all of it has arrived, otherwise what the device still
 * holds.
 */
async function flushAll(ports: LogoutPorts): Promise<readonly UnsentChanges[] | null> {
  const pages = [...ports.openPages].filter((page) => page.hasUnsent());
  const flushed = await Promise.all(pages.map((page) => page.flush(flushFor)));
  const changes = await readUnsent(ports);
  const left = changes.length === 0 ? changes : await trySending(ports, changes);
  return left.length === 0 && flushed.every(Boolean) ? null : left;
}

/** A device without storage has no unsent changes: then only the open pages report them. */
async function readUnsent(ports: LogoutPorts): Promise<readonly UnsentChanges[]> {
  try {
    return await ports.readUnsent();
  } catch (error) {
    console.warn('Offline storage is not available:', error);
    return [];
  }
}

/** Without a network the code that sends may not load either; then all changes are still stored. */
async function trySending(
  ports: LogoutPorts,
  changes: readonly UnsentChanges[],
): Promise<readonly UnsentChanges[]> {
  const send = await senderOrNull(ports);
  return send === null ? changes : send(flushFor);
}

async function senderOrNull({ loadSender }: LogoutPorts): Promise<SendStored | null> {
  try {
    return await loadSender();
  } catch (error) {
    console.warn('A part of the page could not be loaded:', error);
    return null;
  }
}
