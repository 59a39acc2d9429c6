import * as Y from 'yjs';
import { isSameSaying, watchSaying } from './saying.ts';

/** A document that tells of an update whether it does nothing but suggest. */
export type Measure = {
  /** Takes an update in without looking at it. */
  take(update: Uint8Array): void;
  /**
   * Takes an update in and answers whether it left everything as it was but suggestions of `author`: the text with all suggestions
   * rejected, and the suggestions of others. Where it did not, the document here is spoilt.
   */
  allows(update: Uint8Array, author: string): boolean;
  destroy(): void;
};

/**
 * Makes the {@link Measure} of a document. A look costs the blocks that an update touches, however long the document is ({@link watchSaying}).
 * Source: features, Reviewer is a right.
 */
export function createMeasure(updates: readonly Uint8Array[]): Measure {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  const saying = watchSaying(doc);
  return {
    take: (update) => Y.applyUpdate(doc, update),
    allows(update, author) {
      const before = saying.without(author);
      saying.isChangedElsewhere();
      Y.applyUpdate(doc, update);
      // What stands in no block of the text is none of a reviewer's business.
      return !saying.isChangedElsewhere() && isSameSaying(before, saying.without(author));
    },
    destroy: () => doc.destroy(),
  };
}
