import * as Y from 'yjs';
import type { Clock } from '../protocol/clock.ts';
import type { CopyStore, DeviceCopy } from './ports.ts';

/**
 * Maximum size of a stored copy (bytes). Encoding a larger document would be noticeable while
 * typing.
 */
const largest = 8_000_000;
/**
 * Minimum time between two saves (ms). For documents that are slow to encode: this multiple of the
 * encoding time. 100,000 words take 20 ms, which a typing user would otherwise feel every 3 s.
 */
const shortestWait = 3_000;
const waitPerCost = 1_000;

/**
 * Dependencies of a {@link CopyKeeper}. `standing`: the current cursor, or null while the document
 * must not be saved.
 */
export type CopyKeeperOptions = {
  readonly doc: Y.Doc;
  readonly store: CopyStore;
  readonly clock: Clock;
  readonly standing: () => { readonly epoch: number; readonly seq: number } | null;
};

/**
 * Persists a debounced offline snapshot of the document. Storage errors are ignored: the server and
 * the outbox are authoritative.
 */
export type CopyKeeper = {
  /** Returns the copy that an earlier page stored. */
  load(): Promise<DeviceCopy | null>;
  /** Schedules a save after a change. */
  plan(): void;
  /** Saves pending changes now, because the page may be closing. */
  save(): void;
  /** Removes the copy from the device and stops saving. */
  forget(): Promise<void>;
  close(): void;
};

/** Creates a {@link CopyKeeper}. */
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

/**
 * Returns null if the device cannot store a copy: the server has the text, and the outbox has the
 * changes that the server lacks.
 */
async function attempt<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work;
  } catch {
    return null;
  }
}
