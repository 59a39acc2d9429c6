import type { SavedMark } from '@longhand/sync/client';
import type { TitleOutbox } from '../../session/outbox/titles.ts';

/** Debounce before a typed title is sent (ms). */
const quiet = 600;
/** Time before a failed title is sent again (ms). */
const tryAgain = 3_000;

/**
 * Result of sending a title. `failed`: network or server error; `refused`: the server rejected it.
 */
export type TitleSent = { kind: 'sent' } | { kind: 'failed' } | { kind: 'refused'; reason: string };

/** Options of a {@link TitleSender}. Time is a port, so that tests control it. */
export type TitleSenderOptions = {
  readonly outbox: TitleOutbox;
  readonly send: (title: string) => Promise<TitleSent>;
  /** Calls back once after some milliseconds. Returns a function that cancels it. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  readonly onMark: (mark: SavedMark) => void;
};

/**
 * Sends the title that the user types: stored on the device first, sent after a pause, retried
 * until the server has it.
 */
export type TitleSender = {
  /**
   * Loads and sends the title that an earlier page left unsent; null for none. Until it resolves,
   * the title must not be shown as saved.
   */
  resume(): Promise<string | null>;
  type(title: string): void;
  /** True if a typed title has not reached the server. */
  hasUnsent(): boolean;
  /** Sends at once instead of after the pause. Returns true if the server has the latest title. */
  flush(): Promise<boolean>;
  /** Deletes the unsent title, also from the device. Only at the user's request. */
  discard(): Promise<void>;
  close(): void;
};

/** Creates a {@link TitleSender}. The reported saved mark never claims more than is true. */
export function createTitleSender({
  outbox,
  send,
  after,
  onMark,
}: TitleSenderOptions): TitleSender {
  let waiting: string | null = null;
  let isKept = false;
  let keepingFailed: unknown = null;
  let sending: Promise<void> | null = null;
  let cancel = (): void => undefined;

  function plan(milliseconds: number): void {
    cancel();
    cancel = after(milliseconds, () => void sendNow());
  }

  async function keep(title: string): Promise<void> {
    isKept = false;
    try {
      await outbox.put(title);
      isKept = waiting === title;
    } catch (error) {
      keepingFailed = error;
    }
  }

  /** If the removal fails, the next page sends the title again, which has no effect. */
  async function forget(title: string): Promise<void> {
    try {
      await outbox.remove(title);
    } catch (error) {
      keepingFailed = error;
    }
  }

  async function sendNow(): Promise<void> {
    cancel();
    // Of several callers that waited, the first one sends.
    while (sending !== null) await sending;
    if (waiting === null) return;
    sending = attempt(waiting);
    await sending;
    sending = null;
  }

  async function attempt(title: string): Promise<void> {
    const result = await send(title);
    const isLatest = waiting === title;
    // Discarded meanwhile: nothing is unsent.
    if (waiting === null && result.kind !== 'sent') return;
    switch (result.kind) {
      case 'sent':
        if (isLatest) waiting = null;
        await forget(title);
        if (waiting === null) onMark({ kind: 'saved' });
        return;
      case 'failed':
        onMark(isKept ? { kind: 'offline' } : notKept());
        return plan(tryAgain);
      case 'refused':
        onMark({ kind: 'not_saved', reason: result.reason });
    }
  }

  /** A device without storage has no stored title. */
  async function load(): Promise<string | null> {
    try {
      return await outbox.load();
    } catch (error) {
      keepingFailed = error;
      return null;
    }
  }

  function notKept(): SavedMark {
    const why = keepingFailed instanceof Error ? ` (${keepingFailed.message})` : '';
    return {
      kind: 'not_saved',
      reason: `the title is stored neither on the server nor on this device${why}`,
    };
  }

  return {
    async resume() {
      const left = await load();
      if (waiting !== null) return null;
      if (left === null) {
        onMark({ kind: 'saved' });
        return null;
      }
      waiting = left;
      isKept = true;
      onMark({ kind: 'saving' });
      plan(0);
      return left;
    },
    type(title) {
      waiting = title;
      onMark({ kind: 'saving' });
      void keep(title);
      plan(quiet);
    },
    hasUnsent: () => waiting !== null,
    async flush() {
      if (waiting !== null) await sendNow();
      return waiting === null;
    },
    async discard() {
      cancel();
      const gone = waiting;
      waiting = null;
      if (gone !== null) await forget(gone);
      onMark({ kind: 'saved' });
    },
    close() {
      cancel();
      if (waiting !== null) void sendNow();
    },
  };
}
