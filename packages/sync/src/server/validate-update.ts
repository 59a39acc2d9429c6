import * as Y from 'yjs';
import { Gap, placeStructs, type Placed } from './place-structs.ts';
import { include, includeAll, includes, missing, type Ranges } from './ranges.ts';
import {
  append,
  clientOf,
  emptyIndex,
  encodeDeleteSet,
  endOf,
  everyKind,
  kinds,
  rangesOf,
  type StructIndex,
} from './struct-index.ts';
import type { Recorded } from './suggestions/records.ts';
import { Malformed } from '../protocol/reader.ts';
import { Refused, type RefusalReason } from '../protocol/refused.ts';
import { scanUpdate, type Range, type Scanned } from '../protocol/update.ts';

/**
 * Maximum number of structs and deleted ranges in an update that a client sends. It bounds the time
 * for which one frame occupies the process.
 */
export const partsPerUpdateMax = 250_000;
/** Maximum number of new client ids in one update; the room limits the total per user. */
const clientsPerUpdateMax = 10_000;
/**
 * Maximum number of new client ids in one update whose structs are all garbage-collected. A page
 * has one such id if it typed into a block that was deleted before the page could send.
 */
const goneClientsMax = 8;

/**
 * Result of checking an update against the struct index of a room.
 * - `new`: `bytes` contains exactly what the room did not know, ready to be stored. `inserted` are
 *   its new units, `entries` its additions to the list of suggestions.
 * - `known`: nothing in it is new; `clients` are the clients whose units it repeats.
 * - `gap`: it continues from something that the room lacks.
 * - `refused`: it can never be accepted.
 *
 * `parts` is the number of structs and deleted ranges that were read.
 */
export type Validation = { readonly parts: number } & Finding;

type Finding =
  | {
      readonly kind: 'new';
      readonly bytes: Uint8Array;
      readonly inserted: readonly Range[];
      readonly additions: Additions;
      readonly entries: readonly Recorded[];
      readonly largestMark: number;
    }
  | { readonly kind: 'known'; readonly clients: readonly number[] }
  | { readonly kind: 'gap' }
  | { readonly kind: 'refused'; readonly reason: RefusalReason; readonly detail: string };

/**
 * True if an update only deletes existing format changes. Yjs makes such clean-ups in every replica
 * after remote changes, including those of read-only users. The other replicas have made the same
 * clean-up themselves.
 */
export function onlyTidies(
  validation: Extract<Validation, { kind: 'new' }>,
  index: StructIndex,
): boolean {
  if (validation.inserted.length > 0) return false;
  return validation.additions.deletes.every(({ client, from, to }) => {
    const known = index.get(client);
    return known !== undefined && everyKind(known, from, to, (kind) => kind === kinds.format);
  });
}

/**
 * Maximum size of the value of a format, and of the values of a suggested change (bytes, characters
 * of JSON), and maximum number of the latter. Such a value is shown at each piece of text that it
 * is about. No page writes as much: the longest are addresses of links, and texts of footnotes.
 */
export const valueLimits = { markBytes: 65_536, changeSize: 16_384, changeNames: 64 } as const;

/**
 * True if a value in an update is larger than a client may write: [UPD5]. Values that were stored
 * before are read in any size.
 */
export function hasLargeValues({
  entries,
  largestMark,
}: Extract<Validation, { kind: 'new' }>): boolean {
  return (
    largestMark > valueLimits.markBytes ||
    entries.some(
      ({ entry: { set } }) =>
        set !== null && (set.names > valueLimits.changeNames || set.size > valueLimits.changeSize),
    )
  );
}

/** Additions by {@link addToIndex} to the struct index of a room after an update was accepted. */
export type Additions = { readonly structs: StructIndex; readonly deletes: readonly Range[] };

/**
 * Checks an update against the struct index of the room, and modifies neither. Source: SPEC.md,
 * [UPD1] to [UPD9].
 *
 * @param partsMax maximum number of structs and deleted ranges
 */
export function validateUpdate(
  bytes: Uint8Array,
  index: StructIndex,
  partsMax = Infinity,
): Validation {
  // The number of structs in bytes that do not decode is unknown: the bytes count as the most that
  // they can hold.
  let parts = Math.ceil(bytes.length / partBytesMin);
  try {
    const update = scanUpdate(bytes, partsMax);
    parts = partsIn(update);
    limitClients(update, index);
    const placed = placeStructs(update, index);
    limitGone(placed.structs, index);
    return { ...classify(update, index, placed), parts };
  } catch (error) {
    if (error instanceof Malformed)
      return { kind: 'refused', reason: 'malformed', detail: error.message, parts };
    if (error instanceof Refused)
      return { kind: 'refused', reason: error.reason, detail: error.message, parts };
    if (error instanceof Gap) return { kind: 'gap', parts };
    throw error;
  }
}

/** Smallest size of a struct or a deleted range (bytes). */
const partBytesMin = 2;

const partsIn = ({ sections, deletes }: Scanned): number =>
  sections.reduce((sum, { count }) => sum + count, deletes.length);

/** Returns the struct index of a whole document that is encoded as one update. */
export function indexOfState(state: Uint8Array): StructIndex {
  const index = emptyIndex();
  const update = scanUpdate(state);
  const { structs } = placeStructs(update, index);
  addToIndex(index, { structs, deletes: update.deletes });
  return index;
}

/** Adds the findings of a `new` verdict to the struct index of the room. */
export function addToIndex(index: StructIndex, additions: Additions): void {
  for (const [client, added] of additions.structs) {
    const known = clientOf(index, client);
    added.starts.forEach((start, i) =>
      append(known, (added.starts[i + 1] ?? added.end) - start, added.kinds[i] ?? 0),
    );
    for (const { from, to } of rangesOf(client, added.deleted)) include(known.deleted, from, to);
  }
  const deletes = new Map<number, Ranges>();
  for (const { client, from, to } of additions.deletes) {
    const ranges = deletes.get(client);
    if (ranges === undefined) deletes.set(client, [from, to]);
    else ranges.push(from, to);
  }
  for (const [client, ranges] of deletes) includeAll(clientOf(index, client).deleted, ranges);
}

function classify(
  update: Scanned,
  index: StructIndex,
  { structs, entries, largestMark }: Placed,
): Finding {
  const deletes = newDeletes(update, index, structs);
  const inserted = update.sections.flatMap(({ client, to }) => {
    const from = endOf(index, client);
    return to > from ? [{ client, from, to }] : [];
  });
  if (inserted.length === 0 && deletes.length === 0)
    return { kind: 'known', clients: update.sections.map(({ client }) => client) };
  return {
    kind: 'new',
    bytes: onlyNew(update, index, deletes),
    inserted,
    additions: { structs, deletes },
    entries,
    largestMark,
  };
}

function limitClients({ sections }: Scanned, index: StructIndex): void {
  let fresh = 0;
  for (const { client } of sections) if (!index.has(client)) fresh += 1;
  if (fresh > clientsPerUpdateMax) throw new Refused('structure', 'too many client ids');
}

/**
 * Limits client ids that only bring units that are already gone: a client could otherwise create
 * any number of them for a few bytes each.
 */
function limitGone(structs: StructIndex, index: StructIndex): void {
  let gone = 0;
  for (const [client, { kinds: placed }] of structs)
    if (!index.has(client) && placed.every((kind) => kind === kinds.gone)) gone += 1;
  if (gone > goneClientsMax)
    throw new Refused('structure', 'too many client ids of which nothing is left');
}

function newDeletes(update: Scanned, index: StructIndex, placed: StructIndex): Range[] {
  return joined(update.deletes).flatMap(({ client, from, to }) => {
    const known = index.get(client);
    const end = Math.max(known?.end ?? 0, placed.get(client)?.end ?? 0);
    if (to > end) throw new Gap();
    if (known === undefined) return [{ client, from, to }];
    return includes(known.deleted, from, to)
      ? []
      : rangesOf(client, missing(known.deleted, from, to));
  });
}

/**
 * Sorts ranges and joins those that touch or overlap. Yjs encodes them this way. A hostile client
 * may repeat a large range a thousand times, and each copy would be split into its undeleted parts.
 */
function joined(ranges: readonly Range[]): readonly Range[] {
  const isFollowed = ({ client, to }: Range, next: Range | undefined): boolean =>
    next === undefined || client > next.client || (client === next.client && to < next.from);
  if (ranges.every((range, i) => isFollowed(range, ranges[i + 1]))) return ranges;
  const list: Range[] = [];
  for (const range of ranges.toSorted((a, b) => b.client - a.client || a.from - b.from)) {
    const last = list[list.length - 1];
    if (last === undefined || isFollowed(last, range)) list.push(range);
    else if (last.to < range.to) list[list.length - 1] = { ...last, to: range.to };
  }
  return list;
}

/**
 * Returns the update without its known parts: [UPD7]. In the common case, a key press, everything
 * is new and the bytes are passed on unchanged.
 */
function onlyNew(update: Scanned, index: StructIndex, deletes: readonly Range[]): Uint8Array {
  const overlaps = update.sections.some(({ client, from }) => from < endOf(index, client));
  const sameDeletes =
    deletes.length === update.deletes.length &&
    deletes.every(
      (range, i) => range.from === update.deletes[i]?.from && range.to === update.deletes[i]?.to,
    );
  if (!overlaps && sameDeletes) return update.bytes;
  const structs = overlaps
    ? structsAfter(update, index)
    : update.bytes.subarray(0, update.deletesAt);
  const deleteSet = encodeDeleteSet(deletes);
  const bytes = new Uint8Array(structs.length + deleteSet.length);
  bytes.set(structs);
  bytes.set(deleteSet, structs.length);
  return bytes;
}

function structsAfter(update: Scanned, index: StructIndex): Uint8Array {
  const known = new Map(update.sections.map(({ client }) => [client, endOf(index, client)]));
  const rest = Y.diffUpdate(update.bytes, Y.encodeStateVector(known));
  return rest.subarray(0, scanUpdate(rest).deletesAt);
}
