import * as encoding from 'lib0/encoding';
import * as Y from 'yjs';
import { Gap, placementSteps, type Cut, type Placed } from './place-structs.ts';
import { include, includeAll, includes, missing, type Ranges } from './ranges.ts';
import {
  append,
  clientOf,
  emptyIndex,
  endOf,
  everyKind,
  kinds,
  rangesOf,
  type StructIndex,
} from './struct-index.ts';
import type { Recorded } from './suggestions/records.ts';
import { Malformed, readBefore, type ReaderBounds } from '../protocol/reader.ts';
import { Refused, type RefusalReason } from '../protocol/refused.ts';
import { finish, type Steps } from '../protocol/steps.ts';
import {
  rangesPerStep,
  scanSteps,
  scanUpdate,
  type Range,
  type Scanned,
} from '../protocol/update.ts';
import { encodeDeleteSet } from '../protocol/within.ts';

/**
 * Maximum number of structs, deleted ranges and values in an update that a client sends. It bounds
 * the time and the memory that the check of one frame takes.
 */
export const partsPerUpdateMax = 250_000;
/** Maximum number of deleted ranges that are put in order; every Yjs client sends them in order. */
const unorderedMax = 10_000;
/** Maximum number of attempts to validate an update whose clients write on meanwhile. */
const attemptsMax = 5;
/** Maximum number of new client ids in one update; the room limits the total per user. */
const clientsPerUpdateMax = 10_000;
/**
 * Maximum number of new client ids in one update whose structs are all garbage-collected. A page
 * has one such id if it typed into a block that was deleted before the page could send.
 */
const goneClientsMax = 8;

/**
 * Result of checking an update against the struct index of a room.
 * - `new`: `bytes` contains exactly what the room did not know, ready to be stored; `scanned` are
 *   its structs. `inserted` are its new units, `entries` its additions to the list of suggestions.
 * - `known`: nothing in it is new; `clients` are the clients whose units it repeats.
 * - `gap`: it continues from something that the room lacks.
 * - `refused`: it can never be accepted.
 *
 * `parts` is the number of structs, deleted ranges and values that were read.
 */
export type Validation = { readonly parts: number } & Finding;

type Finding =
  | {
      readonly kind: 'new';
      readonly bytes: Uint8Array;
      readonly scanned: Scanned;
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

/** Bounds of an update of a client. Larger formats are refused by {@link hasLargeValues}. */
export const clientBounds: ReaderBounds = {
  parts: partsPerUpdateMax,
  jsonBytes: valueLimits.markBytes,
};

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
 * @param bounds bounds of the update; unlimited by default
 */
export function validateUpdate(
  bytes: Uint8Array,
  index: StructIndex,
  bounds?: ReaderBounds,
): Validation {
  return finish(validationSteps(bytes, index, bounds));
}

/**
 * Does {@link validateUpdate} in steps. `index` may grow between them: if one of the update's own
 * clients has grown, the comparison starts again. The result is valid until `index` changes.
 */
export function* validationSteps(
  bytes: Uint8Array,
  index: StructIndex,
  bounds?: ReaderBounds,
): Steps<Validation> {
  // The number of structs in bytes that do not decode is unknown: the bytes count as the most that
  // they can hold.
  let parts = Math.ceil(bytes.length / partBytesMin);
  try {
    const update = yield* scanSteps(bytes, bounds);
    parts = update.parts;
    for (let attempt = 0; attempt < attemptsMax; attempt += 1) {
      const finding = yield* findingSteps(update, index);
      if (finding !== null) return { ...finding, parts };
    }
    return { kind: 'gap', parts };
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

/** Compares an update with the index. Null if a client of the update has grown meanwhile. */
function* findingSteps(update: Scanned, index: StructIndex): Steps<Finding | null> {
  limitClients(update, index);
  const ends = update.sections.map(({ client }) => endOf(index, client));
  const placed = yield* placementSteps(update, index);
  limitGone(placed.structs, index);
  const deletes = yield* newDeleteSteps(update, index, placed.structs);
  if (update.sections.some(({ client }, i) => endOf(index, client) !== ends[i])) return null;
  return classify(update, index, placed, deletes);
}

/** Returns the struct index of a whole document that is encoded as one update. */
export function indexOfState(state: Uint8Array): StructIndex {
  const index = emptyIndex();
  const update = scanUpdate(state);
  const { structs } = finish(placementSteps(update, index));
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
  { structs, cuts, entries, largestMark }: Placed,
  deletes: readonly Range[],
): Finding {
  const inserted = update.sections.flatMap(({ client, to }) => {
    const from = endOf(index, client);
    return to > from ? [{ client, from, to }] : [];
  });
  if (inserted.length === 0 && deletes.length === 0)
    return { kind: 'known', clients: update.sections.map(({ client }) => client) };
  const scanned = onlyNew(update, index, cuts, deletes);
  return {
    kind: 'new',
    bytes: scanned.bytes,
    scanned,
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

function* newDeleteSteps(update: Scanned, index: StructIndex, placed: StructIndex): Steps<Range[]> {
  const found: Range[] = [];
  let count = 0;
  for (const { client, from, to } of joined(update.deletes)) {
    count += 1;
    if (count % rangesPerStep === 0) yield;
    const known = index.get(client);
    const end = Math.max(known?.end ?? 0, placed.get(client)?.end ?? 0);
    if (to > end) throw new Gap();
    if (known === undefined) found.push({ client, from, to });
    else if (!includes(known.deleted, from, to))
      found.push(...rangesOf(client, missing(known.deleted, from, to)));
  }
  return found;
}

/**
 * Sorts ranges and joins those that touch or overlap. Yjs encodes them this way. A hostile client
 * may repeat a large range a thousand times, and each copy would be split into its undeleted parts.
 */
function joined(ranges: readonly Range[]): readonly Range[] {
  const isFollowed = ({ client, to }: Range, next: Range | undefined): boolean =>
    next === undefined || client > next.client || (client === next.client && to < next.from);
  if (ranges.every((range, i) => isFollowed(range, ranges[i + 1]))) return ranges;
  if (ranges.length > unorderedMax)
    throw new Refused('structure', 'deleted ranges that are not in order');
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
function onlyNew(
  update: Scanned,
  index: StructIndex,
  cuts: ReadonlyMap<number, Cut>,
  deletes: readonly Range[],
): Scanned {
  const overlaps = update.sections.some(({ client, from }) => from < endOf(index, client));
  const sameDeletes =
    deletes.length === update.deletes.length &&
    deletes.every(
      (range, i) => range.from === update.deletes[i]?.from && range.to === update.deletes[i]?.to,
    );
  if (!overlaps && sameDeletes) return update;
  const structs = overlaps
    ? structsAfter(update, index, cuts)
    : update.bytes.subarray(0, update.deletesAt);
  const deleteSet = encodeDeleteSet(deletes);
  const bytes = new Uint8Array(structs.length + deleteSet.length);
  bytes.set(structs);
  bytes.set(deleteSet, structs.length);
  return overlaps ? scanUpdate(bytes, readBefore) : { ...update, bytes, deletes };
}

/** Returns the sections of an update from the first unknown unit of each client on. */
function structsAfter(
  { bytes, sections }: Scanned,
  index: StructIndex,
  cuts: ReadonlyMap<number, Cut>,
): Uint8Array {
  const encoder = encoding.createEncoder();
  const kept = sections.flatMap(({ client }) => cuts.get(client) ?? []);
  encoding.writeVarUint(encoder, kept.length);
  for (const cut of kept) {
    const { client, end } = cut.section;
    const from = Math.max(cut.clock, endOf(index, client));
    for (const number of [cut.count, client, from]) encoding.writeVarUint(encoder, number);
    if (from > cut.clock) encoding.writeUint8Array(encoder, structAfter(bytes, cut, from));
    encoding.writeUint8Array(encoder, bytes.subarray(from > cut.clock ? cut.next : cut.at, end));
  }
  return encoding.toUint8Array(encoder);
}

/** Encodes the part of one struct from clock `from` on, as Yjs does. */
function structAfter(bytes: Uint8Array, cut: Cut, from: number): Uint8Array {
  const { client } = cut.section;
  const encoder = encoding.createEncoder();
  for (const number of [1, 1, client, cut.clock]) encoding.writeVarUint(encoder, number);
  encoding.writeUint8Array(encoder, bytes.subarray(cut.at, cut.next));
  encoding.writeVarUint(encoder, 0);
  const alone = encoding.toUint8Array(encoder);
  const rest = Y.diffUpdate(alone, Y.encodeStateVector(new Map([[client, from]])));
  const [section] = scanUpdate(rest).sections;
  if (section === undefined) throw new Error('a struct that ends after its clock has no rest');
  return rest.subarray(section.at, section.end);
}
