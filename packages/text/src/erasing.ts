import * as Y from 'yjs';
import type { Block } from './blocks.ts';
import type { Grammar } from './grammar.ts';
import { Reading, rootsOf } from './reading.ts';
import type { RecordIndex, Value } from './records.ts';

/**
 * A person who is removed from a document. `clients`: the client ids whose letters and leaves are
 * deleted; empty: none. `name`: the new name in mentions of the person.
 */
export type Erased = {
  readonly person: string;
  readonly clients: ReadonlySet<number>;
  readonly name: string;
};

/** Units to skip or to delete, as an operation of a Y.Text. */
type Operation = { retain: number } | { delete: number };

/**
 * Deletes the letters and leaves that a person wrote from a Yjs document, also suggested ones, and
 * renames the mentions of the person that stay. Restored units belong to the author of the units
 * that they stand for. Blocks and letters of others stay as they are.
 *
 * @param client an even client id that is not in use
 * @returns the update; null if nothing changes
 */
export function eraseFrom(
  doc: Y.Doc,
  grammar: Grammar,
  client: number,
  erased: Erased,
): Uint8Array | null {
  const updates: Uint8Array[] = [];
  const collect = (update: Uint8Array): void => void updates.push(update);
  const { blocks, records } = new Reading(rootsOf(doc), grammar);
  const { operations, mentions } = compose(blocks, records, erased);
  if (operations.length === 0 && mentions.length === 0) return null;
  doc.clientID = client;
  doc.on('update', collect);
  doc.transact(() => {
    for (const leaf of mentions) leaf.set('a.name', erased.name);
    if (operations.length > 0) rootsOf(doc).text.applyDelta(operations, { sanitize: false });
  });
  doc.off('update', collect);
  return Y.mergeUpdates(updates);
}

/** Finds the units to delete, and the mentions to rename. */
function compose(
  blocks: readonly Block[],
  records: RecordIndex,
  { person, clients, name }: Erased,
): { operations: Operation[]; mentions: Y.Map<Value>[] } {
  const operations: Operation[] = [];
  const mentions: Y.Map<Value>[] = [];
  let kept = 0;
  const pass = (length: number, isDeleted: boolean): void => {
    if (!isDeleted) {
      kept += length;
      return;
    }
    const last = operations.at(-1);
    if (kept > 0) operations.push({ retain: kept });
    if (kept === 0 && last !== undefined && 'delete' in last) last.delete += length;
    else operations.push({ delete: length });
    kept = 0;
  };
  for (const { marker, type, pieces } of blocks) {
    if (marker !== null)
      for (const [origin, , length] of records.originsOf([[marker.client, marker.clock, 1]]))
        pass(length, type.isLeaf && clients.has(origin));
    for (const { client, clock, length, leaf, stored } of pieces) {
      const origins = records.originsOf([[client, clock, length]]);
      for (const [origin, , size] of origins) pass(size, clients.has(origin));
      const isKept = origins.every(([origin]) => !clients.has(origin));
      if (leaf === null || !isKept || stored === null) continue;
      const { kind, 'a.of': of, 'a.id': id, 'a.name': shown } = stored;
      if (kind === 'mention' && of !== 'document' && id === person && shown !== name)
        mentions.push(leaf);
    }
  }
  return { operations, mentions };
}
