import * as Y from 'yjs';
import type { Clock, CopyStore, DeviceCopy } from './ports.ts';

/** A document of more bytes than this is not kept: encoding it would be felt while one writes. */
const largest = 8_000_000;
/** Shortest time between two savings, milliseconds; of what is long to encode, so many times as long as it took. */
const shortestWait = 3_000;
const waitPerCost = 150;

/** The needs of a {@link CopyKeeper}. `standing`: how far the document has come, or null while it must not be saved. */
export type CopyKeeperOptions = {
  readonly doc: Y.Doc;
  readonly store: CopyStore;
  readonly clock: Clock;
  readonly standing: () => { readonly epoch: number; readonly seq: number } | null;
};

/** Keeps a document on the device as it is on the page, a while behind. What the device does not take is no copy, and nothing else. */
export type CopyKeeper = {
  /** Answers what an earlier page left behind. */
  load(): Promise<DeviceCopy | null>;
  /** Something has changed: saves it after a while. */
  plan(): void;
  /** Saves now what has changed: the page may be on its way out. */
  save(): void;
  /** Takes the copy off the device, and keeps none any more. */
  forget(): Promise<void>;
  close(): void;
};

/** Makes a {@link CopyKeeper}. */
export function createCopyKeeper({ doc, store, clock, standing }: CopyKeeperOptions): CopyKeeper {
  let cancel: (() => void) | null = null;
  let wait = shortestWait;
  let hasChanged = false;
  let isOver = false;

  function save(): void {
    cancel?.();
    cancel = null;
    const at = standing();
    if (isOver || !hasChanged) return;
    if (at === null) return plan();
    const started = clock.now();
    const state = Y.encodeStateAsUpdate(doc);
    wait = Math.max(shortestWait, (clock.now() - started) * waitPerCost);
    hasChanged = false;
    void attempt(state.length > largest ? store.remove() : store.save({ ...at, state }));
  }

  function plan(): void {
    hasChanged = true;
    if (!isOver) cancel ??= clock.after(wait, save);
  }

  return {
    load: async () => (await attempt(store.load())) ?? null,
    plan,
    save,
    async forget() {
      isOver = true;
      cancel?.();
      await attempt(store.remove());
    },
    close() {
      save();
      isOver = true;
      cancel?.();
    },
  };
}

/** A device that cannot keep a copy goes without one: the server has the text, and the outbox what it does not have. */
async function attempt<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
