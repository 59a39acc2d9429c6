import type { Declaration } from '../protocol/declaration.ts';
import type { SuggestionRecord } from './suggestions/records.ts';
import type { Sender } from './suggestions/right.ts';
import type { Suggestions } from './suggestions/suggestions.ts';
import type { Validation } from './validate-update.ts';
import { kinds, rangesOf, runsIn, type StructIndex } from './struct-index.ts';
import { includeAll, missing, overlaps, type Ranges } from './ranges.ts';
import type { Range } from '../protocol/update.ts';

/** A decided suggestion. `isPart`: part of it is still undecided. */
export type DecidedSuggestion = {
  readonly id: string;
  readonly author: string;
  readonly isPart: boolean;
};

/**
 * A decision that a room has verified and stored: its user, time (ms since 1970) and suggestions.
 */
export type Decided = {
  readonly user: string;
  readonly session: string;
  readonly at: number;
  readonly verdict: Declaration['verdict'];
  readonly suggestions: readonly DecidedSuggestion[];
};

/** Result of checking a declaration. */
export type Checked =
  | { readonly kind: 'true'; readonly suggestions: readonly DecidedSuggestion[] }
  | { readonly kind: 'false'; readonly detail: string };

class NotTrue extends Error {}

/**
 * Checks a declared decision against its update, using only the bytes and the struct index of the
 * room. Source: SPEC.md, [DEC1] to [DEC5].
 */
export function checkDecision(
  { verdict: said, ids: declared }: Declaration,
  update: Extract<Validation, { kind: 'new' }>,
  known: StructIndex,
  suggestions: Suggestions,
  { person, right }: Pick<Sender, 'person' | 'right'>,
): Checked {
  try {
    const change = changeOf(update, known, suggestions);
    const authors = declared.flatMap((id) => {
      const author = suggestions.authorOf(id);
      if (right === 'suggest' && (said === 'accept' || author !== person))
        throw new NotTrue('a decision about a suggestion of another person');
      return author === null ? [] : [{ id, author }];
    });
    const ids = authors.map(({ id }) => id);
    if (change.unaccepts || (said === 'reject' && change.accepted.size > 0))
      throw new NotTrue('a decision that does something else');
    const inserted = ids.map((id) => suggestions.insertedBy(id, known));
    const contradicted = contradictedBy(
      said,
      change,
      setOf(inserted.flat()),
      deletedBy(ids, suggestions),
    );
    const decided = authors.flatMap(({ id, author }, i): DecidedSuggestion[] => {
      const before = inserted[i] ?? [];
      const own = said === 'accept' ? before : [...suggestions.deletionsOf(id)].flatMap(unitsOf);
      if (own.some(({ client, from, to }) => overlaps(contradicted.get(client) ?? [], from, to)))
        return [];
      const entries = suggestions.entryCount(id);
      const left = before
        .flatMap((range) => outside(change.accepted, range))
        .flatMap((range) => outside(change.deleted, range));
      const removed = change.removed.get(id) ?? 0;
      if (sizeOf(left) === sizeOf(before) && removed === 0) return [];
      return [
        {
          id,
          author,
          isPart: left.length > 0 || entries - removed + (change.added.get(id) ?? 0) > 0,
        },
      ];
    });
    return { kind: 'true', suggestions: decided };
  } catch (error) {
    if (error instanceof NotTrue) return { kind: 'false', detail: error.message };
    throw error;
  }
}

type Units = Map<number, Ranges>;

/**
 * The parts of an update that decisions depend on. `removed`, `added`: number of entries by
 * suggestion.
 */
type Change = {
  readonly deleted: Units;
  readonly accepted: Units;
  readonly removed: Map<string, number>;
  readonly added: Map<string, number>;
  readonly unaccepts: boolean;
};

function changeOf(
  { additions, entries }: Extract<Validation, { kind: 'new' }>,
  known: StructIndex,
  suggestions: Suggestions,
): Change {
  const deleted: Range[] = [];
  const removed = new Map<string, number>();
  const added = new Map<string, number>();
  let unaccepts = false;
  for (const { client, from, to } of additions.deletes) {
    const before = known.get(client);
    for (const run of before === undefined ? [] : runsIn(before, from, to)) {
      if (run.kind === kinds.letter || run.kind === kinds.marker)
        deleted.push({ client, from: run.from, to: run.to });
      if (run.kind !== kinds.record) continue;
      suggestions.eachEntry({ client, from: run.from, to: run.to }, ({ kind, id }) => {
        if (kind === 'accepted') unaccepts = true;
        if (isAboutUnits(kind)) removed.set(id, (removed.get(id) ?? 0) + 1);
      });
    }
  }
  for (const { entry } of entries)
    if (isAboutUnits(entry.kind)) added.set(entry.id, (added.get(entry.id) ?? 0) + 1);
  const accepted = entries.flatMap(({ entry }) =>
    entry.kind === 'accepted' ? unitsOf(entry) : [],
  );
  return { deleted: setOf(deleted), accepted: setOf(accepted), removed, added, unaccepts };
}

const isAboutUnits = (kind: SuggestionRecord['kind']): boolean =>
  kind === 'delete' || kind === 'change';

const unitsOf = ({ units }: SuggestionRecord): Range[] =>
  units.map(([client, from, length]) => ({ client, from, to: from + length }));

/** Units that suggestions ask to delete. */
const deletedBy = (ids: readonly string[], suggestions: Suggestions): Units =>
  setOf(ids.flatMap((id) => [...suggestions.deletionsOf(id)].flatMap(unitsOf)));

/**
 * Returns the deleted units that contradict a verdict. Accepting deletes units of the insertions
 * only where a chosen suggestion deletes them. Rejecting deletes units marked for deletion only
 * where a chosen suggestion inserted them.
 */
function contradictedBy(
  said: Declaration['verdict'],
  { deleted }: Change,
  inserted: Units,
  named: Units,
): Units {
  const explained = said === 'accept' ? named : inserted;
  return setOf(
    [...deleted].flatMap(([client, ranges]) =>
      rangesOf(client, ranges).flatMap((range) => outside(explained, range)),
    ),
  );
}

function setOf(ranges: readonly Range[]): Units {
  const lists = new Map<number, Range[]>();
  for (const range of ranges) {
    const list = lists.get(range.client);
    if (list === undefined) lists.set(range.client, [range]);
    else list.push(range);
  }
  const found: Units = new Map();
  for (const [client, list] of lists) {
    const joined: Ranges = [];
    includeAll(
      joined,
      list.toSorted((a, b) => a.from - b.from).flatMap(({ from, to }) => [from, to]),
    );
    found.set(client, joined);
  }
  return found;
}

const outside = (units: Units, { client, from, to }: Range): Range[] =>
  rangesOf(client, missing(units.get(client) ?? [], from, to));

const sizeOf = (ranges: readonly Range[]): number =>
  ranges.reduce((sum, { from, to }) => sum + to - from, 0);
