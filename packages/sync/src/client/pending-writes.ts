import type { Declaration } from '../protocol/declaration.ts';
import type { StoredWrite, Outbox } from './ports.ts';

/**
 * A local update that the server has not acknowledged. `at`: time of typing; `id`: its write id on
 * the present connection.
 */
type PendingWrite = {
  readonly update: Uint8Array;
  readonly declaration: Declaration | undefined;
  readonly at: number;
  key: number | null;
  id: number | null;
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
  /** Number of updates that are not stored on the device yet, and the error if storing fails. */
  readonly storing: number;
  readonly error: unknown;
  /** Returns the time at which the oldest update was typed. */
  oldest(): number | null;
  add(update: Uint8Array, at: number, declaration?: Declaration): void;
  /** Prepends the updates that an earlier page left behind. */
  restore(stored: readonly StoredWrite[], at: number): void;
  /** Assigns ids from `next`, in order, to the updates without an id on this connection. */
  assign(next: () => number): Write[];
  /** Clears all ids after the connection was closed. */
  unassign(): void;
  /** Removes the updates up to this id, which the server has stored. */
  acknowledge(ackedThrough: number): void;
  updates(): Uint8Array[];
  /** Discards all updates, also from the device. */
  discard(): Promise<void>;
};

/**
 * Creates the queue; `changed` is called whenever `count`, `storing` or `error` may have changed.
 */
export function createPendingWrites(outbox: Outbox, changed: () => void): PendingWrites {
  return new WriteQueue(outbox, changed);
}

class WriteQueue implements PendingWrites {
  storing = 0;
  error: unknown = null;
  readonly #outbox: Outbox;
  readonly #changed: () => void;
  #list: PendingWrite[] = [];

  constructor(outbox: Outbox, changed: () => void) {
    this.#outbox = outbox;
    this.#changed = changed;
  }

  get count(): number {
    return this.#list.length;
  }

  oldest(): number | null {
    return this.#list[0]?.at ?? null;
  }

  add(update: Uint8Array, at: number, declaration?: Declaration): void {
    const write: PendingWrite = { update, declaration, at, key: null, id: null };
    this.#list.push(write);
    void this.#store(write);
  }

  restore(stored: readonly StoredWrite[], at: number): void {
    this.#list = [
      ...stored.map(({ key, update, declaration }) => ({ update, declaration, at, key, id: null })),
      ...this.#list,
    ];
  }

  assign(next: () => number): Write[] {
    const fresh = this.#list.filter(({ id }) => id === null);
    return fresh.map((write) => {
      write.id = next();
      return { id: write.id, update: write.update, declaration: write.declaration };
    });
  }

  unassign(): void {
    for (const write of this.#list) write.id = null;
  }

  acknowledge(ackedThrough: number): void {
    const isStored = ({ id }: PendingWrite): boolean => id !== null && id <= ackedThrough;
    const gone = this.#list.filter(isStored);
    if (gone.length === 0) return;
    this.#list = this.#list.filter((write) => !isStored(write));
    void this.#remove(gone);
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

  async #store(write: PendingWrite): Promise<void> {
    this.storing += 1;
    try {
      write.key = await this.#outbox.add(write.update, write.declaration);
      // Acknowledged while it was being stored: it is not needed any more.
      if (!this.#list.includes(write)) await this.#outbox.remove([write.key]);
      this.error = null;
    } catch (failure) {
      this.error = failure ?? new Error('the device cannot store it');
    } finally {
      this.storing -= 1;
      this.#changed();
    }
  }

  async #remove(gone: readonly PendingWrite[]): Promise<void> {
    const keys = gone.flatMap(({ key }) => (key === null ? [] : [key]));
    if (keys.length === 0) return;
    try {
      await this.#outbox.remove(keys);
    } catch (failure) {
      // Updates that remain are sent again by the next page, and have no effect there.
      this.error = failure ?? new Error('the device cannot store it');
    }
  }
}
