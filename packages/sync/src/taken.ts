import * as Y from 'yjs';

/** The origin of transactions that bring what arrived over a link. */
export class Taken {}

const awaiting = new WeakMap<Y.Doc, Set<() => void>>();

/**
 * Calls back before what arrives is put into a document. What is written there then is one's own: in the transaction itself it
 * would count as arrived, and never be sent. Answers a function that ends it.
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
    apply: (updates) =>
      together(() => {
        for (const bytes of updates) Y.applyUpdate(doc, bytes, origin);
      }),
  };
}
