import * as Y from 'yjs';

/** The origin of what a link puts into a document: with the updates that a transaction consists of, while its observers hear of it. */
export class Taken {
  /** Yjs updates, version 1. */
  updates: Uint8Array[] = [];
}

const awaiting = new WeakMap<Y.Doc, Set<() => void>>();

/**
 * Calls back before what arrives is put into a document. What is written there then is one's own: in the transaction itself it would count as arrived, and
 * never be sent. Answers a function that ends it.
 */
export function beforeTaking(doc: Y.Doc, listener: () => void): () => void {
  const listeners = awaiting.get(doc) ?? new Set();
  awaiting.set(doc, listeners.add(listener));
  return () => void listeners.delete(listener);
}

/** Puts what arrives into a document; what `together` does is one transaction. */
export function createTaking(doc: Y.Doc): {
  readonly origin: Taken;
  apply(updates: readonly Uint8Array[]): void;
  together(act: () => void): void;
} {
  const origin = new Taken();
  const together = (act: () => void): void => {
    // Within a transaction, what it consists of grows.
    const isOuter = doc._transaction === null;
    if (isOuter) {
      origin.updates = [];
      for (const listener of awaiting.get(doc) ?? []) listener();
    }
    doc.transact(act, origin);
  };
  return {
    origin,
    together,
    apply: (updates) =>
      together(() => {
        origin.updates.push(...updates);
        for (const bytes of updates) Y.applyUpdate(doc, bytes, origin);
      }),
  };
}
