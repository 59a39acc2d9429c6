import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { knowledgeOf } from './judge.ts';
import { encodeDeleteSet, storeKnowledge, type StoredKnowledge } from './knowledge.ts';
import { rootsIn } from './roots.ts';
import { emptyStruct, readStruct, scanUpdate } from './update.ts';

/** A document's whole state in the form in which it is stored and sent: one Yjs update, and the knowledge that goes with it. */
export type Folded = { readonly state: Uint8Array; readonly knowledge: StoredKnowledge };

/** The stored bytes do not make a whole document: something was stored that should not have been, or was lost. A bug, always. */
export class Unfoldable extends Error {
  override name = 'Unfoldable';
}

/**
 * Builds the Y.Doc that `updates` describe. Expensive in time and memory (a document of 260,000 edits: about 100 ms), so it
 * happens in workers only.
 *
 * @throws {@link Unfoldable} where the updates continue from something that is not among them
 */
export function buildDoc(updates: readonly Uint8Array[]): Y.Doc {
  const doc = applyAll(updates);
  if (!isWhole(doc, updates)) throw new Unfoldable('the updates have a gap');
  return doc;
}

/** Builds a Y.Doc as {@link buildDoc} does, and leaves out the structs that continue from something that is not there. */
export function buildWhatFits(updates: readonly Uint8Array[]): Y.Doc {
  const doc = applyAll(updates);
  // Yjs keeps structs that wait for others beside the document and writes them out with it.
  return isWhole(doc, updates) ? doc : applyAll([updateWithin(stateOf(doc), endsOf(doc))]);
}

function applyAll(updates: readonly Uint8Array[]): Y.Doc {
  const doc = new Y.Doc();
  rootsIn(doc);
  doc.transact(() => {
    for (const update of updates) Y.applyUpdate(doc, update);
  });
  return doc;
}

/** Checks that a document holds all structs and deletions of the updates that were applied to it: none waits for another. */
function isWhole(doc: Y.Doc, updates: readonly Uint8Array[]): boolean {
  const ends = endsOf(doc);
  return updates.every((update) => {
    const { sections, deletes } = scanUpdate(update);
    return [sections, deletes].every((ranges) => ranges.every(({ client, to }) => to <= (ends.get(client) ?? 0)));
  });
}

/** The clock after the last struct of each client. */
const endsOf = (doc: Y.Doc): Map<number, number> => Y.decodeStateVector(Y.encodeStateVector(doc));

/**
 * Cuts an update off at the given clocks.
 * @param ends the clock at which each client ends; it lies between two structs of the update
 */
function updateWithin(update: Uint8Array, ends: ReadonlyMap<number, number>): Uint8Array {
  const { sections, deletes } = scanUpdate(update);
  const struct = emptyStruct();
  const kept = sections.flatMap(({ client, from, at }) => {
    const end = ends.get(client) ?? 0;
    const reader = { bytes: update, at };
    let [clock, count] = [from, 0];
    for (; clock < end; count += 1) {
      readStruct(reader, struct);
      clock += struct.length;
    }
    return count === 0 ? [] : [{ client, from, count, structs: update.subarray(at, reader.at) }];
  });
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, kept.length);
  for (const { client, from, count, structs } of kept) {
    for (const number of [count, client, from]) encoding.writeVarUint(encoder, number);
    encoding.writeUint8Array(encoder, structs);
  }
  const within = deletes.map((range) => ({ ...range, to: Math.min(range.to, ends.get(range.client) ?? 0) }));
  encoding.writeUint8Array(encoder, encodeDeleteSet(within.filter(({ from, to }) => from < to)));
  return encoding.toUint8Array(encoder);
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
