import * as Y from 'yjs';
import type { Declaration } from '../protocol/declaration.ts';
import type { Link } from './link-types.ts';

/** Batches local updates: see {@link Link.together} and {@link Link.declare}. */
export type UpdateBatcher = Pick<Link, 'together' | 'declare'> & {
  /** Passes an update on, or collects it for the running batch. */
  add(update: Uint8Array): void;
};

/** The updates collected by a batch, and the decision that they carry out. */
type Batch = { readonly updates: Uint8Array[]; declaration?: Declaration };

/** Creates an {@link UpdateBatcher} that passes each update, or each whole batch, to `take`. */
export function createUpdateBatcher(
  take: (update: Uint8Array, declaration?: Declaration) => void,
): UpdateBatcher {
  let current: Batch | null = null;

  return {
    add(update) {
      if (current === null) take(update);
      else current.updates.push(update);
    },
    together(act) {
      if (current !== null) return act();
      const batch: Batch = { updates: [] };
      current = batch;
      try {
        return act();
      } finally {
        current = null;
        if (batch.updates.length > 0) take(Y.mergeUpdates(batch.updates), batch.declaration);
      }
    },
    declare(declaration) {
      if (current === null || current.declaration !== undefined)
        throw new Error('one decision is declared in one act together');
      current.declaration = declaration;
    },
  };
}
