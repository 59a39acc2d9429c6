import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { readerAt } from './reader.ts';
import { emptyStruct, readStruct, scanUpdate, type Range } from './update.ts';

/** The next clock of each client: what a document has lies before it. */
export type Ends = ReadonlyMap<number, number>;

/** Returns the next clocks of a document. Structs that wait for missing ones do not count. */
export function endsOf(doc: Y.Doc): Ends {
  return Y.decodeStateVector(Y.encodeStateVector(doc));
}

/** True if a document that ends at `ends` has all structs that an update inserts and deletes. */
export function isWithin(update: Uint8Array, ends: Ends): boolean {
  const { sections, deletes } = scanUpdate(update);
  return [sections, deletes].every((ranges) =>
    ranges.every(({ client, to }) => to <= (ends.get(client) ?? 0)),
  );
}

/**
 * Truncates an update at the given clocks.
 *
 * @param ends the clock at which each client ends; it lies between two structs of the update
 */
export function updateWithin(update: Uint8Array, ends: Ends): Uint8Array {
  const { sections, deletes } = scanUpdate(update);
  const struct = emptyStruct();
  const kept = sections.flatMap(({ client, from, at }) => {
    const end = ends.get(client) ?? 0;
    const reader = readerAt(update, at);
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
  const within = deletes.map((range) => ({
    ...range,
    to: Math.min(range.to, ends.get(range.client) ?? 0),
  }));
  encoding.writeUint8Array(encoder, encodeDeleteSet(within.filter(({ from, to }) => from < to)));
  return encoding.toUint8Array(encoder);
}

/** Encodes a delete set in the Yjs format (version 1). `ranges` must be grouped by client. */
export function encodeDeleteSet(ranges: readonly Range[]): Uint8Array {
  const byClient = new Map<number, Range[]>();
  for (const range of ranges) {
    const list = byClient.get(range.client);
    if (list === undefined) byClient.set(range.client, [range]);
    else list.push(range);
  }
  const encoder = encoding.createEncoder();
  encoding.writeVarUint(encoder, byClient.size);
  for (const [client, list] of byClient) {
    encoding.writeVarUint(encoder, client);
    encoding.writeVarUint(encoder, list.length);
    for (const { from, to } of list) {
      encoding.writeVarUint(encoder, from);
      encoding.writeVarUint(encoder, to - from);
    }
  }
  return encoding.toUint8Array(encoder);
}
