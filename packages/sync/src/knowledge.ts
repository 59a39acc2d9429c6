import * as encoding from 'lib0/encoding';
import { include, type Ranges } from './ranges.ts';
import { readCount, readEnd, readerOf, readUint } from './reader.ts';
import { readDeleteSet, readStateVector, type Range } from './update.ts';

/**
 * What a struct is, as far as later structs need it that name it as neighbour or parent. `gone`: nothing is known, and what is put
 * beside or into it is gone as well (Yjs decides the same way). `mark`: a change of format, standing in text. `dead`: a deleted
 * node; its neighbours are nodes, its children gone.
 */
export const families = ['gone', 'text', 'value', 'element', 'xmltext', 'dead', 'mark'] as const;
/** See {@link families}. */
export type Family = (typeof families)[number];

/**
 * A family, how deep below the root it stands (children of the root: 1), and, as numbers of a {@link ContentModel}, the type of a node
 * and of its parent (0 where neither is needed or known). One number, so that equal neighbours join.
 */
export type Kind = number;

/** Nodes may not be nested deeper than this: those who draw a document recurse. Word's own limit for lists is 9 levels of 3. */
export const deepestNode = 100;

/** Packs a {@link Kind}. */
export function kindOf(family: Family, depth: number, { type = 0, parent = 0 } = {}): Kind {
  return ((parent * 64 + type) * 128 + depth) * 8 + families.indexOf(family);
}

/** The family in `kind`. */
export function familyOf(kind: Kind): Family {
  return families[kind % 8] ?? 'gone';
}

/** The depth in `kind`. */
export function depthOf(kind: Kind): number {
  return Math.floor(kind / 8) % 128;
}

/** The node type in `kind`. */
export function typeIn(kind: Kind): number {
  return Math.floor(kind / 1_024) % 64;
}

/** The type of the parent in `kind`. */
export function parentIn(kind: Kind): number {
  return Math.floor(kind / 65_536);
}

/** What is known of one client's structs: the clocks below `end`, in runs of one kind, and which of them are deleted. */
export type ClientKnowledge = { end: number; readonly starts: number[]; readonly kinds: Kind[]; readonly deleted: Ranges };

/**
 * What a room has to know of its document to check an update without holding it: for every client which clocks there are, what kind
 * of struct each is, and which are deleted. A writing history of 260,000 edits needs some hundred kilobytes.
 */
export type Knowledge = Map<number, ClientKnowledge>;

/** A {@link Knowledge} in three byte strings, two of them in the forms that Yjs clients read. */
export type StoredKnowledge = { readonly stateVector: Uint8Array; readonly deleteSet: Uint8Array; readonly kinds: Uint8Array };

/** Knowledge of an empty document. */
export function emptyKnowledge(): Knowledge {
  return new Map();
}

/** The clock that comes next from `client`. */
export function endOf(knowledge: Knowledge, client: number): number {
  return knowledge.get(client)?.end ?? 0;
}

/** The kind of the struct at `clock`, which must be below the client's end. */
export function kindAt(known: ClientKnowledge, clock: number): Kind {
  return known.kinds[runAt(known, clock)] ?? 0;
}

/** Whether all kinds from clock `from` up to `to` pass; looks at each run once, however long it is. */
export function everyKind(known: ClientKnowledge, from: number, to: number, passes: (kind: Kind) => boolean): boolean {
  for (let i = runAt(known, from); i < known.starts.length && (known.starts[i] as number) < to; i += 1) {
    if (!passes(known.kinds[i] ?? 0)) return false;
  }
  return true;
}

/** The index of the run in which `clock` lies. */
function runAt({ starts }: ClientKnowledge, clock: number): number {
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] as number) <= clock) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Adds `length` clocks of one kind at the end of what is known of a client. */
export function append(known: ClientKnowledge, length: number, kind: Kind): void {
  if (known.kinds[known.kinds.length - 1] !== kind) {
    known.starts.push(known.end);
    known.kinds.push(kind);
  }
  known.end += length;
}

/** The entry of `client`, made where there is none; it begins at `end`. */
export function clientOf(knowledge: Knowledge, client: number, end = 0): ClientKnowledge {
  let known = knowledge.get(client);
  if (known === undefined) {
    known = { end, starts: [], kinds: [], deleted: [] };
    knowledge.set(client, known);
  }
  return known;
}

/** Writes `knowledge` for the store. Clients are in descending order, as Yjs has them. */
export function storeKnowledge(knowledge: Knowledge): StoredKnowledge {
  const clients = [...knowledge].sort(([a], [b]) => b - a);
  const vector = encoding.createEncoder();
  const kinds = encoding.createEncoder();
  encoding.writeVarUint(vector, clients.length);
  for (const [client, known] of clients) {
    encoding.writeVarUint(vector, client);
    encoding.writeVarUint(vector, known.end);
    encoding.writeVarUint(kinds, known.starts.length);
    known.starts.forEach((start, i) => {
      encoding.writeVarUint(kinds, (known.starts[i + 1] ?? known.end) - start);
      encoding.writeVarUint(kinds, known.kinds[i] ?? 0);
    });
  }
  const deletes = clients.flatMap(([client, { deleted }]) => rangesOf(client, deleted));
  return {
    stateVector: encoding.toUint8Array(vector),
    deleteSet: encodeDeleteSet(deletes),
    kinds: encoding.toUint8Array(kinds),
  };
}

/** Reads what {@link storeKnowledge} wrote. */
export function loadKnowledge(stored: StoredKnowledge): Knowledge {
  const knowledge = emptyKnowledge();
  const kinds = readerOf(stored.kinds);
  for (const [client] of readStateVector(stored.stateVector)) {
    const known = clientOf(knowledge, client);
    const runs = readCount(kinds, 2);
    for (let i = 0; i < runs; i += 1) {
      const length = readUint(kinds);
      append(known, length, readUint(kinds));
    }
  }
  readEnd(kinds);
  for (const { client, from, to } of readDeleteSet(readerOf(stored.deleteSet)))
    include(clientOf(knowledge, client).deleted, from, to);
  return knowledge;
}

/** Flat ranges of one client as a list of {@link Range}. */
export function rangesOf(client: number, ranges: Ranges): Range[] {
  const list: Range[] = [];
  for (let i = 0; i < ranges.length; i += 2) list.push({ client, from: ranges[i] as number, to: ranges[i + 1] as number });
  return list;
}

/** A delete set as Yjs writes it (version 1). `ranges` of one client stand together. */
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
