import * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { allNodes, isFit, touchedNodes } from '../shared-fit.ts';
import { deletesOnlyOwn } from './removals.ts';
import { isSameSaying, watchSaying } from './saying.ts';

/** A document that tells of an update whether it does nothing but suggest. */
export type Measure = {
  /** Takes an update in without looking at it. */
  take(update: Uint8Array): void;
  /**
   * Takes an update in and answers whether it left everything as it was but suggestions of `author`: the text with all suggestions
   * rejected, and the suggestions of others. It may bring no node that breaks the schema, and delete no word of `others` (the clients
   * of other people from which it deletes anything) but in suggestions of `author`. Where the answer is no, the document here is spoilt.
   */
  allows(update: Uint8Array, author: string, others?: readonly number[]): boolean;
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
  /** Nodes that break the schema. Concurrent edits may leave some; nobody is held back by those. */
  const unfit = new WeakSet<Y.XmlElement>();
  for (const node of allNodes(textOfDoc(doc))) if (!isFit(node)) unfit.add(node);
  let isWrong = false;
  let asked: { readonly author: string; readonly others: ReadonlySet<number> } | null = null;
  doc.on('afterTransaction', (transaction: Y.Transaction) => {
    for (const node of touchedNodes(transaction)) {
      if (isFit(node)) unfit.delete(node);
      else if (!unfit.has(node)) {
        unfit.add(node);
        isWrong = true;
      }
    }
    if (asked !== null && !deletesOnlyOwn(transaction, asked.author, asked.others)) isWrong = true;
  });
  return {
    take: (update) => Y.applyUpdate(doc, update),
    allows(update, author, others = []) {
      const before = saying.without(author);
      saying.isChangedElsewhere();
      isWrong = false;
      asked = { author, others: new Set(others) };
      Y.applyUpdate(doc, update);
      asked = null;
      // What stands in no block of the text is none of a reviewer's business.
      return !isWrong && !saying.isChangedElsewhere() && isSameSaying(before, saying.without(author));
    },
    destroy: () => doc.destroy(),
  };
}
