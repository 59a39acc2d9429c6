import type { Block, Piece, Roots } from './blocks.ts';
import { common, firstAt, without, type IdRange } from './ids.ts';
import { UnitIndex } from './unit-index.ts';
import type { Reading } from './reading.ts';
import {
  recordOf,
  type Status,
  type SuggestionRecord,
  type Value,
  type Values,
} from './records.ts';
import { isSame } from './values.ts';

/** A unit or run of characters that was removed: its content, and the unit before it. */
export type Removed = {
  readonly after: readonly [client: number, clock: number] | null;
  readonly units: IdRange;
  /** The units that these are copies of: see entries of kind `copy`. */
  readonly origins: readonly IdRange[];
  readonly what: string | Values;
  readonly marks: Values;
  readonly status: Status;
};

/** A change of a value. */
export type Changed<Target> = {
  readonly target: Target;
  readonly name: string;
  readonly was: Value;
  readonly is: Value;
};

/** A change of an entry of the containers; undefined if there was or is none. */
type ChangedEntry = {
  readonly key: string;
  readonly was: Value | undefined;
  readonly is: Value | undefined;
};

/**
 * A change of a document by the ids of its units. It can be reverted, whatever other users did
 * meanwhile.
 */
export type Changeset = {
  readonly inserted: readonly IdRange[];
  readonly removed: readonly Removed[];
  readonly marks: readonly Changed<IdRange>[];
  readonly values: readonly Changed<IdRange>[];
  readonly containers: readonly ChangedEntry[];
  readonly added: readonly SuggestionRecord[];
  readonly withdrawn: readonly SuggestionRecord[];
};

/** Computes the changeset between two readings of a document. */
export function changesetBetween(before: Reading, after: Reading): Changeset {
  const { old, now } = differing(before.blocks, after.blocks);
  const [oldRanges, nowRanges] = [old.map(({ units }) => units), now.map(({ units }) => units)];
  const gone = without(oldRanges, nowRanges);
  const hasEntries = before.entries !== after.entries;
  const entries = {
    before: new Set(hasEntries ? before.entries : []),
    after: new Set(hasEntries ? after.entries : []),
  };
  return {
    inserted: without(nowRanges, oldRanges),
    removed: removedOf(old, gone, before),
    ...changedOf(old, now),
    containers:
      before.rawContainers === after.rawContainers
        ? []
        : changedEntries(before.rawContainers, after.rawContainers),
    added: (hasEntries ? after.entries : [])
      .filter((entry) => !entries.before.has(entry))
      .map(recordOf)
      .filter((record) => record !== null),
    withdrawn: (hasEntries ? before.entries : [])
      .filter((entry) => !entries.after.has(entry))
      .map(recordOf)
      .filter((record) => record !== null),
  };
}

/** Returns the units of the blocks that were read anew, and of the block before them. */
function differing(
  before: readonly Block[],
  after: readonly Block[],
): { old: Unit[]; now: Unit[] } {
  let first = 0;
  while (first < before.length && first < after.length && before[first] === after[first])
    first += 1;
  let [end, endAfter] = [before.length, after.length];
  while (end > first && endAfter > first && before[end - 1] === after[endAfter - 1])
    [end, endAfter] = [end - 1, endAfter - 1];
  const from = Math.max(0, first - 1);
  return { old: unitsOf(before.slice(from, end)), now: unitsOf(after.slice(from, endAfter)) };
}

type Unit = {
  readonly units: IdRange;
  readonly what: string | Values;
  readonly marks: Values;
  readonly status: Status;
  readonly isMarker: boolean;
};

/** Returns the units of a document in order, with runs of characters together. */
function unitsOf(blocks: readonly Block[]): Unit[] {
  return blocks.flatMap(({ marker, pieces }): Unit[] => [
    ...(marker === null
      ? []
      : [
          {
            units: [marker.client, marker.clock, 1] as const,
            what: marker.stored,
            marks: marker.marks,
            status: marker.status,
            isMarker: true,
          },
        ]),
    ...pieces.map((piece: Piece) => ({
      units: [piece.client, piece.clock, piece.length] as const,
      what: piece.text ?? piece.stored ?? {},
      marks: piece.marks,
      status: piece.status,
      isMarker: false,
    })),
  ]);
}

function removedOf(
  old: readonly Unit[],
  gone: readonly IdRange[],
  { records }: Reading,
): Removed[] {
  const removed: Removed[] = [];
  let last: readonly [number, number] | null = null;
  for (const { units, what, marks, status } of old) {
    const [client, clock, length] = units;
    for (const [, from, size] of common(
      [units],
      gone.slice(firstAt(gone, client, clock), firstAt(gone, client, clock + length - 1) + 1),
    )) {
      const after: readonly [number, number] | null = from > clock ? [client, from - 1] : last;
      const text = typeof what === 'string' ? what.slice(from - clock, from - clock + size) : what;
      const range: IdRange = [client, from, size];
      removed.push({
        after,
        units: range,
        origins: records.originsOf([range]),
        what: text,
        marks,
        status,
      });
    }
    last = [client, clock + length - 1];
  }
  return removed;
}

function changedOf(
  old: readonly Unit[],
  now: readonly Unit[],
): { marks: Changed<IdRange>[]; values: Changed<IdRange>[] } {
  const found = { marks: [] as Changed<IdRange>[], values: [] as Changed<IdRange>[] };
  const sorted = now.toSorted(({ units: a }, { units: b }) => a[0] - b[0] || a[1] - b[1]);
  const ranges = sorted.map(({ units }) => units);
  for (const unit of old) {
    const [client, clock, length] = unit.units;
    for (let i = firstAt(ranges, client, clock); i < sorted.length; i += 1) {
      const other = sorted[i] as Unit;
      if (other.units[0] !== client || other.units[1] >= clock + length) break;
      const from = Math.max(clock, other.units[1]);
      const shared: IdRange = [
        client,
        from,
        Math.min(clock + length, other.units[1] + other.units[2]) - from,
      ];
      if (unit.marks !== other.marks && !unit.isMarker)
        found.marks.push(...changedValues(shared, unit.marks, other.marks));
      if (typeof unit.what !== 'string' && typeof other.what !== 'string')
        found.values.push(...changedValues(shared, unit.what, other.what));
    }
  }
  return found;
}

function changedValues<Target>(target: Target, before: Values, after: Values): Changed<Target>[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !isSame(before[name], after[name]))
    .map((name) => ({ target, name, was: before[name] ?? null, is: after[name] ?? null }));
}

function changedEntries(before: Values, after: Values): ChangedEntry[] {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  const changed = keys.filter((key) => JSON.stringify(before[key]) !== JSON.stringify(after[key]));
  return changed.map((key) => ({ key, was: before[key], is: after[key] }));
}

/** Pairs of restored ranges and their new ids. Both ranges have equal length. */
export type Renamed = readonly (readonly [was: IdRange, is: IdRange])[];

/** Returns a changeset with the present ids of its units. */
export function renamedChangeset(changeset: Changeset, renamed: Renamed): Changeset {
  if (renamed.length === 0) return changeset;
  const range = (units: IdRange): IdRange[] => renamedRange(units, renamed);
  const one = ([client, clock]: readonly [number, number]): readonly [number, number] => {
    const [[holder, from] = [client, clock]] = range([client, clock, 1]);
    return [holder, from];
  };
  const changes = (all: readonly Changed<IdRange>[]): Changed<IdRange>[] =>
    all.flatMap((change) => range(change.target).map((target) => ({ ...change, target })));
  const entries = (all: readonly SuggestionRecord[]): SuggestionRecord[] =>
    all.map((record) =>
      'units' in record ? { ...record, units: record.units.flatMap(range) } : record,
    );
  return {
    ...changeset,
    inserted: changeset.inserted.flatMap(range),
    removed: changeset.removed.map((removed) => ({
      ...removed,
      after: removed.after && one(removed.after),
    })),
    marks: changes(changeset.marks),
    values: changes(changeset.values),
    added: entries(changeset.added),
    withdrawn: entries(changeset.withdrawn),
  };
}

function renamedRange(units: IdRange, renamed: Renamed): IdRange[] {
  const found: IdRange[] = [];
  let left: IdRange[] = [units];
  for (const [was, is] of renamed) {
    for (const [, from, size] of common(left, [was]))
      found.push([is[0], is[1] + from - was[1], size]);
    left = without(left, [was]);
  }
  return [...left, ...found];
}

/**
 * Returns the position where a changeset inserted or removed units: the number of units before the
 * end of the last ones. Null if it did neither; a marker before everything neither splits nor
 * joins.
 * @param reading the document after the changeset
 */
export function endOfChangeset(
  { inserted, removed }: Changeset,
  roots: Roots,
  reading: Reading,
): number | null {
  const unitIndex = new UnitIndex(reading);
  const last = unitIndex.inOrder(inserted).findLast(({ at, map }) => at > 0 || map === null);
  if (last !== undefined) return last.at + last.length;
  const first = removed.find(({ after, what }) => after !== null || typeof what === 'string');
  return first === undefined ? null : unitIndex.behind(roots, first.after);
}
