import * as Y from 'yjs';

/** The origin of what a link puts into a document: with the updates that a transaction consists of, while its observers hear of it. */
export class Taken {
  /** Yjs updates, version 1. */
  updates: Uint8Array[] = [];
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
    if (isOuter) origin.updates = [];
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
