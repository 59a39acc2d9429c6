import type { Declaration } from './decisions.ts';
import type { Kept, Outbox } from './ports.ts';

/** A local update until the server has it. `at`: when it was typed; `id`: under which it was sent over the present connection. */
type Unsent = {
  readonly update: Uint8Array;
  readonly declaration: Declaration | undefined;
  readonly at: number;
  key: number | null;
  id: number | null;
};

/** A local update under the id with which it is sent, and the decision that it carries out. */
export type Write = { readonly id: number; readonly update: Uint8Array; readonly declaration: Declaration | undefined };

/**
 * The updates that were typed here and are not acknowledged, in order: in memory for sending, and on the device for the case that
 * the page goes away. An update leaves the device only after the server's acknowledgement.
 */
export type UnsentUpdates = {
  readonly count: number;
  /** How much of it is not on the device yet, and the error if it cannot be put there. */
  readonly storing: number;
  readonly error: unknown;
  /** When the oldest of it was typed. */
  oldest(): number | null;
  add(update: Uint8Array, at: number, declaration?: Declaration): void;
  /** Takes over what an earlier page left behind. */
  restore(kept: readonly Kept[], at: number): void;
  /** The updates that have no id on this connection yet get one from `next`, in order. */
  assign(next: () => number): Write[];
  /** The connection is gone: ids are worth nothing any more. */
  unassign(): void;
  /** The server has everything up to this id. */
  acknowledge(through: number): void;
  updates(): Uint8Array[];
  /** Throws all of it away, also from the device. */
  discard(): Promise<void>;
};

/** Makes the list; `changed` is called whenever one of the first three figures may have changed. */
export function createUnsent(outbox: Outbox, changed: () => void): UnsentUpdates {
  let list: Unsent[] = [];
  let storing = 0;
  let error: unknown = null;

  async function store(unsent: Unsent): Promise<void> {
    storing += 1;
    try {
      unsent.key = await outbox.add(unsent.update, unsent.declaration);
      // Acknowledged while it was being stored: nothing has to be kept any more.
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
      // Updates that stay behind are sent again by the next page, and do nothing there.
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
      list = [...kept.map(({ key, update, declaration }) => ({ update, declaration, at, key, id: null })), ...list];
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
