import * as Y from 'yjs';
import { indexOfState } from './validate-update.ts';
import { encodeIndex, type EncodedIndex } from './struct-index.ts';
import { rootsIn } from '../protocol/roots.ts';
import { endsOf, isWithin, updateWithin } from '../protocol/within.ts';

/**
 * The whole state of a document as it is stored and sent: one Yjs update, and the struct index
 * derived from it.
 */
export type Compacted = { readonly state: Uint8Array; readonly index: EncodedIndex };

/**
 * Error: the stored bytes do not form a whole document. Something invalid was stored, or something
 * was lost. Always a bug.
 */
export class CorruptLog extends Error {
  override name = 'CorruptLog';
}

/**
 * Builds the Y.Doc that `updates` describe. Expensive in time and memory (a document of 260,000
 * edits: about 100 ms), so it runs only in workers.
 *
 * @throws {@link CorruptLog} if the updates continue from something that is not among them
 */
export function buildDoc(updates: readonly Uint8Array[]): Y.Doc {
  return wholeOnly(applyAll(updates), updates);
}

function wholeOnly(doc: Y.Doc, updates: readonly Uint8Array[]): Y.Doc {
  if (!isWhole(doc, updates)) throw new CorruptLog('the updates have a gap');
  return doc;
}

/**
 * Builds a Y.Doc like {@link buildDoc}, but drops the structs that continue from something missing.
 */
export function buildApplicable(updates: readonly Uint8Array[]): Y.Doc {
  const doc = applyAll(updates);
  // Yjs stores structs that wait for others beside the document and encodes them with it.
  return isWhole(doc, updates) ? doc : applyAll([updateWithin(stateOf(doc), endsOf(doc))]);
}

/**
 * Creates a document to read updates. Without an id of its own, which only documents within
 * documents need: drawing a random one takes longer than applying a short update.
 */
const emptyDoc = (): Y.Doc => new Y.Doc({ guid: '' });

function applyAll(updates: readonly Uint8Array[]): Y.Doc {
  const doc = emptyDoc();
  rootsIn(doc);
  return applyTo(doc, updates);
}

function applyTo(doc: Y.Doc, updates: readonly Uint8Array[]): Y.Doc {
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

/**
 * Checks that a document contains all structs and deletions of the updates applied to it, so that
 * none waits for another.
 */
function isWhole(doc: Y.Doc, updates: readonly Uint8Array[]): boolean {
  const ends = endsOf(doc);
  return updates.every((update) => isWithin(update, ends));
}

/** Encodes a whole document as one update. */
export function stateOf(doc: Y.Doc): Uint8Array {
  return Y.encodeStateAsUpdate(doc);
}

/**
 * Compacts a document into one update and derives the struct index that the room needs. Deleted
 * text loses its content here.
 *
 * The roots of the document that it builds have no types: on a Y.Text, Yjs deletes formats that
 * enclose no text. A page does that too and sends it, but no page would receive these deletions,
 * and text that is typed between such formats would look different there.
 *
 * @throws {@link CorruptLog} if the updates continue from something that is not among them
 */
export function compactUpdates(updates: readonly Uint8Array[]): Compacted {
  const doc = wholeOnly(applyTo(emptyDoc(), updates), updates);
  const state = stateOf(doc);
  doc.destroy();
  return { state, index: encodeIndex(indexOfState(state)) };
}
