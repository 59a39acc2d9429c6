import type { Declaration } from '../protocol/declaration.ts';
import type { StoredWrite, Outbox } from './ports.ts';

/**
 * A local update that the server has not acknowledged. `at`: time of typing; `id`: its write id on
 * the present connection.
 */
type Unsent = {
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
  restore(kept: readonly StoredWrite[], at: number): void;
  /** Assigns ids from `next`, in order, to the updates without an id on this connection. */
  assign(next: () => number): Write[];
  /** Clears all ids after the connection was closed. */
  unassign(): void;
  /** Removes the updates up to this id, which the server has stored. */
  acknowledge(through: number): void;
  updates(): Uint8Array[];
  /** Discards all updates, also from the device. */
  discard(): Promise<void>;
};

/**
 * Creates the queue; `changed` is called whenever `count`, `storing` or `error` may have changed.
 */
export function createPendingWrites(outbox: Outbox, changed: () => void): PendingWrites {
  let list: Unsent[] = [];
  let storing = 0;
  let error: unknown = null;

  async function store(unsent: Unsent): Promise<void> {
    storing += 1;
    try {
      unsent.key = await outbox.add(unsent.update, unsent.declaration);
      // Acknowledged while it was being stored: it is not needed any more.
      if (!list.includes(unsent)) await outbox.remove([unsent.key]);
      error = null;
    } catch (failure) {
      error = failure ?? new Error('the device cannot store it');
    } finally {
      storing -= 1;
      changed();
    }
  }

  async function remove(gone: readonly Unsent[]): Promise<void> {
    const keys = gone.flatMap(({ key }) => (key === null ? [] : [key]));
    if (keys.length === 0) return;
    try {
      await outbox.remove(keys);
    } catch (failure) {
      // Updates that remain are sent again by the next page, and have no effect there.
      error = failure ?? new Error('the device cannot store it');
    }
  }

  return {
    get count() {
      return list.length;
    },
    get storing() {
      return storing;
    },
    get error() {
      return error;
    },
    oldest: () => list[0]?.at ?? null,
    add(update, at, declaration) {
      const unsent: Unsent = { update, declaration, at, key: null, id: null };
      list.push(unsent);
      void store(unsent);
    },
    restore(kept, at) {
      list = [
        ...kept.map(({ key, update, declaration }) => ({ update, declaration, at, key, id: null })),
        ...list,
      ];
    },
    assign(next) {
      const fresh = list.filter(({ id }) => id === null);
      return fresh.map((unsent) => {
        unsent.id = next();
        return { id: unsent.id, update: unsent.update, declaration: unsent.declaration };
      });
    },
    unassign() {
      for (const unsent of list) unsent.id = null;
    },
    acknowledge(through) {
      const isStored = ({ id }: Unsent): boolean => id !== null && id <= through;
      const gone = list.filter(isStored);
      if (gone.length === 0) return;
      list = list.filter((unsent) => !isStored(unsent));
      void remove(gone);
    },
    updates: () => list.map(({ update }) => update),
    async discard() {
      const gone = list;
      list = [];
      await remove(gone);
      changed();
    },
  };
}
