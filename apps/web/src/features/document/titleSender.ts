import type { SavedMark } from '@longhand/sync';
import type { TitleOutbox } from '../../session/unsent/titles.ts';

/** Milliseconds of quiet after which a typed title is sent. */
const quiet = 600;
/** Milliseconds until a title that could not be sent is tried again. */
const tryAgain = 3_000;

/** What became of an attempt to send a title. `failed`: the network or the server; `refused`: the answer was no. */
export type TitleSent = { kind: 'sent' } | { kind: 'failed' } | { kind: 'refused'; reason: string };

/** What a {@link TitleSender} needs. Time is a port, so that tests hold it in their hands. */
export type TitleSenderOptions = {
  readonly outbox: TitleOutbox;
  readonly send: (title: string) => Promise<TitleSent>;
  /** Calls back once after some milliseconds; answers what takes the call back. */
  readonly after: (milliseconds: number, call: () => void) => () => void;
  readonly onMark: (mark: SavedMark) => void;
};

/** Sends the title a person types: kept on the device first, sent when they pause, tried until the server has it. */
export type TitleSender = {
  /** The title an earlier page left behind, which is then sent; null for none. Until it answers, nothing may be called saved. */
  resume(): Promise<string | null>;
  type(title: string): void;
  /** Whether something typed has not reached the server. */
  hasUnsent(): boolean;
  /** Sends now instead of after the pause; answers whether the server has it all. */
  flush(): Promise<boolean>;
  /** Throws away what has not been sent, also from the device. At the person's word only. */
  discard(): Promise<void>;
  close(): void;
};

/** Makes a {@link TitleSender}. The saved mark it reports never says more than is true. */
export function createTitleSender({ outbox, send, after, onMark }: TitleSenderOptions): TitleSender {
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

  /** What stays on the device although the server has it is sent again by the next page, and does nothing there. */
  async function forget(title: string): Promise<void> {
    try {
      await outbox.remove(title);
    } catch (error) {
      keepingFailed = error;
    }
  }

  async function sendNow(): Promise<void> {
    cancel();
    await sending;
    if (waiting === null) return;
    sending = attempt(waiting);
    await sending;
    sending = null;
  }

  async function attempt(title: string): Promise<void> {
    const result = await send(title);
    const isLatest = waiting === title;
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

  /** A device that stores nothing has kept no title. */
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
    return { kind: 'not_saved', reason: `the title is neither on the server nor on this device${why}` };
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
