import * as Y from 'yjs';

/** Origin of transactions that apply updates from a link. */
export class RemoteOrigin {}

const awaiting = new WeakMap<Y.Doc, Set<() => void>>();

/**
 * Registers a listener that is called before remote updates are applied. Changes made in it count
 * as local. Inside the transaction they would count as remote and never be sent. Returns a function
 * that unsubscribes.
 */
export function onBeforeRemoteApply(doc: Y.Doc, listener: () => void): () => void {
  const listeners = awaiting.get(doc) ?? new Set();
  awaiting.set(doc, listeners.add(listener));
  return () => void listeners.delete(listener);
}

/**
 * Creates the functions that apply remote updates to a document; `together` runs as one
 * transaction.
 */
export function createRemoteApplier(doc: Y.Doc): {
  readonly origin: RemoteOrigin;
  apply(updates: readonly Uint8Array[]): void;
  together(act: () => void): void;
} {
  const origin = new RemoteOrigin();
  let isTaking = false;
  const together = (act: () => void): void => {
    if (isTaking) return act();
    for (const listener of awaiting.get(doc) ?? []) listener();
    isTaking = true;
    try {
      doc.transact(act, origin);
    } finally {
      isTaking = false;
    }
  };
  return {
    origin,
    together,
    apply(updates) {
      if (updates.length === 0) return;
      together(() => {
        for (const bytes of updates) Y.applyUpdate(doc, bytes, origin);
      });
    },
  };
}
