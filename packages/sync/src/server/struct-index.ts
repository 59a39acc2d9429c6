import * as encoding from 'lib0/encoding';
import { include, type Ranges } from './ranges.ts';
import {
  Malformed,
  readCount,
  readEnd,
  readerOf,
  readUint,
  type Reader,
} from '../protocol/reader.ts';
import { readDeleteSet, readStateVector, type Range } from '../protocol/update.ts';
import { encodeDeleteSet } from '../protocol/within.ts';

/**
 * Kinds of structs, as far as later structs depend on them as neighbour or parent. Stored as these
 * numbers.
 * - `gone`: nothing is known, and structs beside or inside it are gone as well (Yjs decides the
 *   same way).
 * - In the text: `letter`s, `format`s, `marker`s (of blocks, and inline leaves), and `dead` units:
 *   deleted, with only their place known.
 * - Values: those of a marker (`markerValue`), or entries of the containers (`containerValue`).
 * - `record`: an entry in the list of suggestions.
 */
export const kinds = {
  gone: 0,
  letter: 1,
  format: 2,
  marker: 3,
  dead: 4,
  markerValue: 5,
  containerValue: 6,
  record: 7,
} as const;

/** One of the numbers in {@link kinds}. */
export type StructKind = (typeof kinds)[keyof typeof kinds];

const lastKind = kinds.record;

/**
 * Knowledge about the structs of one client: the clocks below `end`, as runs of one kind, and the
 * deleted ones among them.
 */
export type ClientStructs = {
  end: number;
  readonly starts: number[];
  readonly kinds: StructKind[];
  readonly deleted: Ranges;
};

/**
 * Knowledge that a room needs to check an update without holding the document. For each client: the
 * existing clocks, the kind of each struct, and the deleted ranges. A writing history of 260,000
 * edits needs some hundred kilobytes.
 */
export type StructIndex = Map<number, ClientStructs>;

/**
 * A {@link StructIndex} encoded as three byte strings, two of them in the formats that Yjs clients
 * read.
 */
export type EncodedIndex = {
  readonly stateVector: Uint8Array;
  readonly deleteSet: Uint8Array;
  readonly kinds: Uint8Array;
};

/** Returns the struct index of an empty document. */
export function emptyIndex(): StructIndex {
  return new Map();
}

/** Returns the next clock of `client`. */
export function endOf(index: StructIndex, client: number): number {
  return index.get(client)?.end ?? 0;
}

/** Returns the kind of the struct at `clock`, which must be below the client's end. */
export function kindAt(known: ClientStructs, clock: number): StructKind {
  return known.kinds[runAt(known, clock)] ?? kinds.gone;
}

/**
 * True if `passes` holds for all kinds from clock `from` up to `to`. Each run is checked once,
 * however long it is.
 */
export function everyKind(
  known: ClientStructs,
  from: number,
  to: number,
  passes: (kind: StructKind) => boolean,
): boolean {
  return runsIn(known, from, to).every(({ kind }) => passes(kind));
}

/** Units of one kind: the clocks from `from` up to, but not including, `to`. */
export type Run = { readonly kind: StructKind; readonly from: number; readonly to: number };

/** Returns the known runs between two clocks, cut to that range. */
export function runsIn(known: ClientStructs, from: number, to: number): Run[] {
  const runs: Run[] = [];
  const { starts, end } = known;
  for (let i = runAt(known, from); i < starts.length && (starts[i] as number) < to; i += 1) {
    const [first, last] = [Math.max(from, starts[i] as number), Math.min(to, starts[i + 1] ?? end)];
    if (first < last) runs.push({ kind: known.kinds[i] ?? kinds.gone, from: first, to: last });
  }
  return runs;
}

/** Binary search: the index of the run that contains `clock`. */
function runAt({ starts }: ClientStructs, clock: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= clock) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Appends `length` clocks of one kind to the known clocks of a client. */
export function append(known: ClientStructs, length: number, kind: StructKind): void {
  if (known.kinds[known.kinds.length - 1] !== kind) {
    known.starts.push(known.end);
    known.kinds.push(kind);
  }
  known.end += length;
}

/** Returns the entry of `client`. Creates it with first clock `end` if there is none. */
export function clientOf(index: StructIndex, client: number, end = 0): ClientStructs {
  let known = index.get(client);
  if (known === undefined) {
    known = { end, starts: [], kinds: [], deleted: [] };
    index.set(client, known);
  }
  return known;
}

/** Encodes `index` for the store. Clients are in descending order, as in Yjs. */
export function encodeIndex(index: StructIndex): EncodedIndex {
  const clients = [...index].sort(([a], [b]) => b - a);
  const vector = encoding.createEncoder();
  const runs = encoding.createEncoder();
  encoding.writeVarUint(vector, clients.length);
  for (const [client, known] of clients) {
    encoding.writeVarUint(vector, client);
    encoding.writeVarUint(vector, known.end);
    encoding.writeVarUint(runs, known.starts.length);
    known.starts.forEach((start, i) => {
      encoding.writeVarUint(runs, (known.starts[i + 1] ?? known.end) - start);
      encoding.writeVarUint(runs, known.kinds[i] ?? 0);
    });
  }
  const deletes = clients.flatMap(([client, { deleted }]) => rangesOf(client, deleted));
  return {
    stateVector: encoding.toUint8Array(vector),
    deleteSet: encodeDeleteSet(deletes),
    kinds: encoding.toUint8Array(runs),
  };
}

/** Decodes the output of {@link encodeIndex}. */
export function decodeIndex(stored: EncodedIndex): StructIndex {
  const index = emptyIndex();
  const reader = readerOf(stored.kinds);
  for (const [client] of readStateVector(stored.stateVector)) {
    const known = clientOf(index, client);
    const runs = readCount(reader, 2);
    for (let i = 0; i < runs; i += 1) {
      const length = readUint(reader);
      append(known, length, readKind(reader));
    }
  }
  readEnd(reader);
  for (const { client, from, to } of readDeleteSet(readerOf(stored.deleteSet)))
    include(clientOf(index, client).deleted, from, to);
  return index;
}

function readKind(reader: Reader): StructKind {
  const kind = readUint(reader);
  if (kind > lastKind) throw new Malformed('kind of struct that documents do not have', reader.at);
  return kind as StructKind;
}

/** Converts the flat ranges of one client to a list of {@link Range}. */
export function rangesOf(client: number, ranges: Ranges): Range[] {
  const list: Range[] = [];
  for (let i = 0; i < ranges.length; i += 2)
    list.push({ client, from: ranges[i] as number, to: ranges[i + 1] as number });
  return list;
}
