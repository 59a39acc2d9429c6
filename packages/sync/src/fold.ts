import * as Y from 'yjs';
import { knowledgeOf } from './judge.ts';
import { storeKnowledge, type StoredKnowledge } from './knowledge.ts';
import { rootsIn } from './roots.ts';

/** A document's whole state in the form in which it is stored and sent: one Yjs update, and the knowledge that goes with it. */
export type Folded = { readonly state: Uint8Array; readonly knowledge: StoredKnowledge };

/** The stored bytes do not make a whole document: something was stored that should not have been, or was lost. A bug, always. */
export class Unfoldable extends Error {
  override name = 'Unfoldable';
}

/**
 * Builds the Y.Doc that `updates` describe. Expensive in time and memory (a document of 260,000 edits: about 100 ms), so it
 * happens in workers only. Fails with {@link Unfoldable} where something is missing in between.
 */
export function buildDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  rootsIn(doc);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  if (doc.store.pendingStructs !== null || doc.store.pendingDs !== null) throw new Unfoldable('the updates have a gap');
  return doc;
}

/** As {@link buildDoc}, leaving out what continues from something that is not there. */
export function buildWhatFits(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  rootsIn(doc);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  // Else they are written out with the document.
  doc.store.pendingStructs = null;
  doc.store.pendingDs = null;
  return doc;
}

/** A whole document as one update. */
export function stateOf(doc: Y.Doc): Uint8Array {
  return Y.encodeStateAsUpdate(doc);
}

/** Folds a document into one update and derives from it what the room has to know. Deleted text loses its content here. */
export function foldDoc(doc: Y.Doc): Folded {
  const state = stateOf(doc);
  return { state, knowledge: storeKnowledge(knowledgeOf(state)) };
}
