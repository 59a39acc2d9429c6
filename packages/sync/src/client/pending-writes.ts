import type * as Y from 'yjs';
import type { Declaration } from '../protocol/declaration.ts';
import { decisionFrame, timingFrame, writeFrame } from '../protocol/frame.ts';
import type { StoredWrite, Outbox } from './ports.ts';
import type { Line } from './link-types.ts';
import type { Clock } from '../protocol/clock.ts';
import { endsOf, isWithin, type Ends } from '../protocol/within.ts';

/**
 * A local update that the server has not acknowledged. `at`: time of typing; `id`: its write id on
 * the present connection; `sentAt`: time at which it was sent over that; `failure`: error because
 * of which it is not stored on the device, or null; `isDangling`: true until the document has
 * everything that it continues from.
 */
type PendingWrite = {
  readonly update: Uint8Array;
  readonly declaration: Declaration | undefined;
  readonly at: number;
  key: number | null;
  id: number | null;
  sentAt: number;
  failure: unknown;
  isDangling: boolean;
};

/** A local update with its write id, and the decision that it carries out. */
export type Write = {
  readonly id: number;
  readonly update: Uint8Array;
  readonly declaration: Declaration | undefined;
};

/**
 * Queue of local updates that are not acknowledged, in order: in memory for sending, and on the
 * device in case the page is closed. An update is removed from the device only after the server's
 * acknowledgement.
 */
export type PendingWrites = {
  readonly count: number;
  /** Number of updates that are being stored on the device. */
  readonly storing: number;
  /** Error because of which an update of the queue is not stored on the device; null if all are. */
  readonly error: unknown;
  /** True if an update continues from something that the document lacks. */
  readonly isDangling: boolean;
  /** Returns the time at which the oldest update was typed. */
  oldest(): number | null;
  add(update: Uint8Array, declaration?: Declaration): void;
  /** Prepends the updates that an earlier page left behind. */
  restore(stored: readonly StoredWrite[]): void;
  /**
   * Assigns ids from `next`, in order, to the updates without an id on this connection. They are
   * sent at once. A dangling update gets none: the server lacks what it continues from as well, or
   * sends it to this page first.
   */
  assign(next: () => number): Write[];
  /**
   * Clears all ids after the connection was closed, and tries again to store the updates that the
   * device failed to store.
   */
  unassign(): void;
  /** Removes the updates up to this id, which the server has stored. */
  acknowledge(ackedThrough: number): void;
  /**
   * Returns how long a write waited before it was sent, and took until it was acknowledged (ms).
   * Null unless it was the last one that was acknowledged.
   */
  timesOf(id: number): { readonly waited: number; readonly total: number } | null;
  updates(): Uint8Array[];
  /** Discards all updates, also from the device. */
  discard(): Promise<void>;
};

/** Returns the frame of a write. */
export function frameOfWrite({ id, update, declaration }: Write): Uint8Array {
  return declaration === undefined
    ? writeFrame(id, update)
    : decisionFrame(id, declaration, update);
}

/** Sends the answer to the question how long a write took: [WIRE5]. */
export function answerTiming(line: Line, id: number, writes: PendingWrites): void {
  const times = writes.timesOf(id);
  if (times !== null) line.send(timingFrame(id, times.waited, times.total));
}

/**
 * Parts of a queue: the document whose updates it has, and `changed`, which is called whenever
 * `count`, `storing` or `error` may have changed.
 */
type QueueParts = {
  readonly doc: Y.Doc;
  readonly outbox: Outbox;
  readonly clock: Pick<Clock, 'now'>;
  readonly changed: () => void;
};

/** Creates the queue of a document. */
export function createPendingWrites(parts: QueueParts): PendingWrites {
  return new WriteQueue(parts);
}

class WriteQueue implements PendingWrites {
  storing = 0;
  readonly #doc: Y.Doc;
  readonly #outbox: Outbox;
  readonly #clock: Pick<Clock, 'now'>;
  readonly #changed: () => void;
  #list: PendingWrite[] = [];
  /** Storing again what the device failed to store. */
  #storingAgain: Promise<void> | null = null;
  #last: { readonly write: PendingWrite; readonly ackedAt: number } | null = null;

  constructor({ doc, outbox, clock, changed }: QueueParts) {
    this.#doc = doc;
    this.#outbox = outbox;
    this.#clock = clock;
    this.#changed = changed;
  }

  get count(): number {
    return this.#list.length;
  }

  get error(): unknown {
    return this.#list.find(hasFailed)?.failure ?? null;
  }

  get isDangling(): boolean {
    return this.#list.some(({ isDangling }) => isDangling);
  }

  oldest(): number | null {
    return this.#list[0]?.at ?? null;
  }

  add(update: Uint8Array, declaration?: Declaration): void {
    const at = this.#clock.now();
    const write: PendingWrite = {
      update,
      declaration,
      at,
      key: null,
      id: null,
      sentAt: at,
      failure: this.error,
      isDangling: false,
    };
    this.#list.push(write);
    // An update continues from earlier ones: without them, it could not be sent by the next page.
    void (hasFailed(write) ? this.#storeAgain() : this.#store(write));
  }

  restore(stored: readonly StoredWrite[]): void {
    const at = this.#clock.now();
    const own = new Set(this.#list.map(({ key }) => key));
    const found = stored.filter(({ key }) => !own.has(key));
    this.#list = [
      ...found.map(({ key, update, declaration }) => ({
        update,
        declaration,
        at,
        key,
        id: null,
        sentAt: at,
        failure: null,
        isDangling: true,
      })),
      ...this.#list,
    ];
  }

  assign(next: () => number): Write[] {
    const now = this.#clock.now();
    this.#place();
    const fresh = this.#list.filter(({ id, isDangling }) => id === null && !isDangling);
    return fresh.map((write) => {
      write.id = next();
      write.sentAt = now;
      return { id: write.id, update: write.update, declaration: write.declaration };
    });
  }

  /** Finds out which updates of earlier pages have become a part of the document. */
  #place(): void {
    if (!this.isDangling) return;
    const ends = endsOf(this.#doc);
    for (const write of this.#list)
      if (write.isDangling) write.isDangling = !isPlaced(write.update, ends);
  }

  unassign(): void {
    for (const write of this.#list) write.id = null;
    if (this.error !== null) void this.#storeAgain();
  }

  acknowledge(ackedThrough: number): void {
    const isStored = ({ id }: PendingWrite): boolean => id !== null && id <= ackedThrough;
    const gone = this.#list.filter(isStored);
    if (gone.length === 0) return;
    this.#list = this.#list.filter((write) => !isStored(write));
    const write = gone.at(-1);
    this.#last = write === undefined ? null : { write, ackedAt: this.#clock.now() };
    void this.#remove(gone);
  }

  timesOf(id: number): { readonly waited: number; readonly total: number } | null {
    if (this.#last?.write.id !== id) return null;
    const { write, ackedAt } = this.#last;
    const since = (time: number): number => Math.max(0, Math.round(time - write.at));
    return { waited: since(write.sentAt), total: since(ackedAt) };
  }

  updates(): Uint8Array[] {
    return this.#list.map(({ update }) => update);
  }

  async discard(): Promise<void> {
    const gone = this.#list;
    this.#list = [];
    await this.#remove(gone);
    this.#changed();
  }

  /** Stores an update. Returns false if the device cannot. */
  async #store(write: PendingWrite): Promise<boolean> {
    this.storing += 1;
    try {
      write.key = await this.#outbox.add(write.update, write.declaration);
      write.failure = null;
      // Acknowledged while it was being stored: it is not needed any more.
      if (!this.#list.includes(write)) await this.#remove([write]);
      return true;
    } catch (failure) {
      write.failure = failure ?? new Error('the device cannot store it');
      return false;
    } finally {
      this.storing -= 1;
      this.#changed();
    }
  }

  /** Stores the updates that the device failed to store, in order, up to the first failure. */
  #storeAgain(): Promise<void> {
    this.#storingAgain ??= this.#storeFailed().finally(() => (this.#storingAgain = null));
    return this.#storingAgain;
  }

  async #storeFailed(): Promise<void> {
    for (let write; (write = this.#list.find(hasFailed)) !== undefined;)
      if (!(await this.#store(write))) return;
  }

  async #remove(gone: readonly PendingWrite[]): Promise<void> {
    const keys = gone.flatMap(({ key }) => (key === null ? [] : [key]));
    if (keys.length === 0) return;
    // Updates that remain are sent again by the next page, and have no effect there.
    await this.#outbox.remove(keys).catch(() => undefined);
  }
}

/** Treats an update that cannot be read as placed: it is sent, and the server refuses it. */
function isPlaced(update: Uint8Array, ends: Ends): boolean {
  try {
    return isWithin(update, ends);
  } catch {
    return true;
  }
}

const hasFailed = ({ failure }: PendingWrite): boolean => failure !== null;
