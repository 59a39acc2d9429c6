import type { Validation } from '../validate-update.ts';
import { kindAt, kinds, runsIn, type StructKind, type StructIndex } from '../struct-index.ts';
import type { Range, Scanned, Struct } from '../../protocol/update.ts';
import { encodeDeleteSet } from '../../protocol/within.ts';
import { eachNew, type SuggestionRecord, type Recorded } from './records.ts';
import { isSuggesting, type Suggestions } from './suggestions.ts';

const { letter, format, marker, dead, markerValue, containerValue, record } = kinds;

/** Right of a user in a text: to suggest, or to edit as well. */
export type TextRight = 'suggest' | 'edit';

/**
 * The user who sends an update, their right, and a lookup for the owner of a client id (null:
 * unowned).
 */
export type Sender = {
  readonly person: string;
  readonly right: TextRight;
  readonly ownerOf: (client: number) => string | null;
};

/**
 * Verdict on the right of a sender to make an update. `bytes`: the part of it to store. Deletions
 * of values of a deleted marker, which have no effect of their own, and Yjs's clean-up of formats
 * are left out. `deletes`: the remaining deletions.
 */
export type RightValidation =
  | { readonly kind: 'allowed'; readonly bytes: Uint8Array; readonly deletes: readonly Range[] }
  | { readonly kind: 'refused'; readonly detail: string };

class NotAllowed extends Error {}

type NewUpdate = Extract<Validation, { kind: 'new' }>;

/**
 * Checks that an update is within the right of its sender, from its bytes and the list of
 * suggestions alone. Source: SPEC.md, [RGT1] to [RGT10].
 */
export function validateRight(
  validation: NewUpdate,
  known: StructIndex,
  suggestions: Suggestions,
  sender: Sender,
): RightValidation {
  const { structs: placed, deletes } = validation.additions;
  try {
    checkEntries(validation.entries, suggestions, sender);
    if (sender.right === 'edit') return { kind: 'allowed', bytes: validation.bytes, deletes };
    const update = validation.scanned;
    eachNew(update, known, (struct, client, clock) => {
      const added = placed.get(client);
      const first = Math.max(clock, known.get(client)?.end ?? 0);
      if (added !== undefined) checkStruct(struct, client, kindAt(added, first), placed, known);
    });
    const kept = checkDeletes(deletes, placed, known, suggestions, sender);
    const bytes =
      lengthOf(kept) === lengthOf(deletes) ? validation.bytes : withDeletes(update, kept);
    return { kind: 'allowed', bytes, deletes: kept };
  } catch (error) {
    if (error instanceof NotAllowed) return { kind: 'refused', detail: error.message };
    throw error;
  }
}

const lengthOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);

/** Returns the update with its deletions replaced. */
function withDeletes({ bytes, deletesAt }: Scanned, deletes: readonly Range[]): Uint8Array {
  const deleteSet = encodeDeleteSet(deletes);
  const made = new Uint8Array(deletesAt + deleteSet.length);
  made.set(bytes.subarray(0, deletesAt));
  made.set(deleteSet, deletesAt);
  return made;
}

function checkEntries(
  recorded: readonly Recorded[],
  suggestions: Suggestions,
  sender: Sender,
): void {
  const { person, right, ownerOf } = sender;
  const announced = new Set<string>();
  for (const { entry } of recorded) {
    if (entry.kind !== 'about') continue;
    const author = suggestions.authorOf(entry.id);
    if (entry.by !== person || (author !== null && author !== person))
      throw new NotAllowed('a suggestion of another person');
    announced.add(entry.id);
  }
  for (const { entry } of recorded) {
    if (entry.kind === 'about') continue;
    if (entry.kind === 'accepted') {
      if (right === 'suggest') throw new NotAllowed('accepting');
      continue;
    }
    if (entry.kind === 'copy') {
      checkCopy(entry, suggestions, sender);
      continue;
    }
    const author = announced.has(entry.id) ? person : suggestions.authorOf(entry.id);
    if (right === 'suggest' && author !== person)
      throw new NotAllowed('an entry about another suggestion');
    if (entry.kind === 'insert' && !isOwnStart(entry, right, ownerOf, person))
      throw new NotAllowed('units of another person');
  }
}

/**
 * [RGT10] Copied units belong to the sender. Those of a reviewer must stand for own suggestions, so
 * that no text is attributed to other users.
 */
function checkCopy(
  { client, units }: SuggestionRecord,
  suggestions: Suggestions,
  sender: Sender,
): void {
  if (sender.ownerOf(client) !== sender.person) throw new NotAllowed('copies by another person');
  if (sender.right === 'edit') return;
  if (!isSuggesting(client)) throw new NotAllowed('copies that are not suggested');
  for (const [key, from, length] of units)
    checkUnits({ client: key, from, to: from + length }, suggestions, sender);
}

/**
 * True if the sender may announce these units. A reviewer announces only units of own clients: an
 * entry about those of another user would attribute them to the reviewer.
 */
function isOwnStart(
  { client }: SuggestionRecord,
  right: TextRight,
  ownerOf: Sender['ownerOf'],
  person: string,
): boolean {
  return isSuggesting(client) && (right === 'edit' || ownerOf(client) === person);
}

function checkStruct(
  struct: Struct,
  client: number,
  kind: StructKind,
  placed: StructIndex,
  known: StructIndex,
): void {
  if (!isSuggesting(client)) throw new NotAllowed('units that are not suggested');
  if (kind === format) throw new NotAllowed('a format');
  if (kind === markerValue && !isOfNewMarker(struct, placed, known))
    throw new NotAllowed('a value of a block that is there');
  if (kind === containerValue && !isNewContainer(struct, client, known))
    throw new NotAllowed('a value of a container that is there');
}

/** Checks that a value belongs to a marker that the same update inserts. */
function isOfNewMarker(struct: Struct, placed: StructIndex, known: StructIndex): boolean {
  if (isAfterNew(struct, known)) return true;
  const { hasParent, parentClient, parentClock } = struct;
  if (!hasParent || !isNew(parentClient, parentClock, known)) return false;
  const added = placed.get(parentClient);
  return added !== undefined && kindAt(added, parentClock) === marker;
}

/** Checks that a value replaces one of the same update, which has been checked already. */
function isAfterNew(
  { hasLeft, leftClient, leftClock, hasRight }: Struct,
  known: StructIndex,
): boolean {
  return hasLeft && !hasRight && isNew(leftClient, leftClock, known);
}

/** True if a unit comes with the update. All units of an update belong to the sender. */
const isNew = (client: number, clock: number, known: StructIndex): boolean =>
  clock >= (known.get(client)?.end ?? 0);

function isNewContainer(struct: Struct, client: number, known: StructIndex): boolean {
  if (isAfterNew(struct, known)) return true;
  const isFirst = !struct.hasLeft && !struct.hasRight;
  return (
    isFirst &&
    struct.attribute.startsWith(`${client.toString(36)}.`) &&
    !struct.attribute.includes('/')
  );
}

/** Returns the deletions to store: [RGT7], [RGT8], [RGT9]. */
function checkDeletes(
  deletes: readonly Range[],
  placed: StructIndex,
  known: StructIndex,
  suggestions: Suggestions,
  sender: Sender,
): Range[] {
  const kept: Range[] = [];
  for (const { kind, ...range } of deletes.flatMap((each) => ofOneKind(each, placed, known))) {
    if (kind === format || kind === markerValue) continue;
    kept.push(range);
    if (kind === letter || kind === marker || kind === dead) checkUnits(range, suggestions, sender);
    else if (kind === record) checkRecords(range, suggestions, sender);
    else if (kind === containerValue && range.from < (known.get(range.client)?.end ?? 0))
      throw new NotAllowed('a container that is there');
  }
  return kept;
}

function checkUnits(range: Range, suggestions: Suggestions, { person, ownerOf }: Sender): void {
  const { client } = range;
  if (!isSuggesting(client)) throw new NotAllowed('a deletion of text');
  if (suggestions.hasAccepted(range)) throw new NotAllowed('a deletion of accepted text');
  const cuts = [range.from, ...suggestions.startsIn(range)];
  for (const clock of cuts) {
    const id = suggestions.insertionOf(client, clock);
    const author = id === null ? ownerOf(client) : suggestions.authorOf(id);
    if (author !== null && author !== person)
      throw new NotAllowed('a deletion of another suggestion');
    if (author === null && ownerOf(client) !== person)
      throw new NotAllowed('a deletion of another suggestion');
  }
}

/**
 * Checks deleted entries. An entry that is inserted and deleted by the same update is not known,
 * and is ignored.
 */
function checkRecords(range: Range, suggestions: Suggestions, { person, ownerOf }: Sender): void {
  suggestions.eachEntry(range, ({ kind, id, client }) => {
    if (kind === 'copy' && ownerOf(client) === person) return;
    if (kind === 'accepted' || kind === 'about' || suggestions.authorOf(id) !== person)
      throw new NotAllowed('an entry of another suggestion');
  });
}

/** Splits a range where the kind of its units changes. */
function ofOneKind(
  { client, from, to }: Range,
  placed: StructIndex,
  known: StructIndex,
): (Range & { readonly kind: StructKind })[] {
  const [before, added] = [known.get(client), placed.get(client)];
  const runs = [
    ...(before === undefined ? [] : runsIn(before, from, to)),
    ...(added === undefined ? [] : runsIn(added, from, to)),
  ];
  return runs.map((run) => ({ client, ...run }));
}
