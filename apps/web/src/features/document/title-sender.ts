import type { SavedMark } from '@longhand/sync/client';
import type { TitleOutbox } from '../../device/outbox/titles.ts';
import { createUnsentTitle, type UnsentTitle } from './unsent-title.ts';

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
export function createTitleSender(options: TitleSenderOptions): TitleSender {
  const { outbox, after, onMark } = options;
  const unsent = createUnsentTitle(outbox);
  let sending: Promise<void> | null = null;
  let cancel = (): void => undefined;

  function plan(milliseconds: number): void {
    cancel();
    cancel = after(milliseconds, () => void sendNow());
  }

  async function sendNow(): Promise<void> {
    cancel();
    // Of several callers that waited, the first one sends.
    while (sending !== null) await sending;
    const title = unsent.title();
    if (title === null) return;
    sending = attempt(title, unsent, options, () => plan(tryAgain));
    await sending;
    sending = null;
  }

  return {
    async resume() {
      const left = await unsent.load();
      if (unsent.title() !== null) return null;
      if (left === null) {
        onMark({ kind: 'saved' });
        return null;
      }
      unsent.adopt(left);
      onMark({ kind: 'saving' });
      plan(0);
      return left;
    },
    type(title) {
      unsent.set(title);
      onMark({ kind: 'saving' });
      void unsent.store(title);
      plan(quiet);
    },
    hasUnsent: () => unsent.title() !== null,
    async flush() {
      if (unsent.title() !== null) await sendNow();
      return unsent.title() === null;
    },
    async discard() {
      cancel();
      const gone = unsent.title();
      unsent.set(null);
      if (gone !== null) await unsent.forget(gone);
      onMark({ kind: 'saved' });
    },
    close() {
      cancel();
      if (unsent.title() !== null) void sendNow();
    },
  };
}

/** Sends a title once, and reports the result. Calls `retry` if it should be sent again later. */
async function attempt(
  title: string,
  unsent: UnsentTitle,
  { send, onMark }: TitleSenderOptions,
  retry: () => void,
): Promise<void> {
  const result = await send(title);
  const isLatest = unsent.title() === title;
  // Discarded meanwhile: nothing is unsent.
  if (unsent.title() === null && result.kind !== 'sent') return;
  switch (result.kind) {
    case 'sent':
      if (isLatest) unsent.set(null);
      await unsent.forget(title);
      if (unsent.title() === null) onMark({ kind: 'saved' });
      return;
    case 'failed':
      onMark(unsent.isStored() ? { kind: 'offline' } : unsent.notStored());
      return retry();
    case 'refused':
      onMark({ kind: 'not_saved', reason: result.reason });
  }
}
