import type { Roots } from './blocks.ts';
import { SuggestionWriter, keyOf } from './suggestion-writer.ts';
import type { Changeset, Removed, Renamed } from './changeset.ts';
import { common, without, type IdRange } from './ids.ts';
import { UnitIndex } from './unit-index.ts';
import { asMarks, type Reading } from './reading.ts';
import type { SuggestionRecord, Values } from './records.ts';
import { TextWriter, type Insertion } from './text-writer.ts';
import { differing, isSame } from './values.ts';

/**
 * Reverts a changeset, within a transaction. Inserted units are deleted if they still exist,
 * removed ones are restored in place, and values are reset unless another user has changed them
 * since. Returns the restored units, which have new ids.
 * @param author null if values of the text may be set; otherwise the author of suggestions, who
 * reverts only these and restores no suggestion of another user
 */
export function revert(
  roots: Roots,
  reading: Reading,
  changeset: Changeset,
  client: number,
  author: string | null,
): Renamed {
  const isEditor = author === null;
  const isOwn = (id: string): boolean => isEditor || reading.records.abouts.get(id)?.by === author;
  const unitIndex = new UnitIndex(reading);
  const operations: Operation[] = [];
  for (const { at, length, isSuggested } of unitIndex.of(changeset.inserted))
    if (isEditor || isSuggested) operations.push({ kind: 'delete', at, length });
  for (const { target, name, was, is } of changeset.marks)
    for (const run of isEditor ? unitIndex.of([target]) : [])
      if (isSame(run.marks[name], is))
        operations.push({
          kind: 'format',
          at: run.at,
          length: run.length,
          set: { [name]: was },
        });
  // Consecutive removed units are restored consecutively: other users may have typed in their
  // position since.
  const ends = new Map<string, number>();
  changeset.removed
    .filter(({ status }) => isEditor || status.insertion !== null)
    .forEach((removed, order) => {
      const { after, units } = removed;
      const at = ends.get(String(after)) ?? unitIndex.behind(roots, after);
      ends.set(String([units[0], units[1] + units[2] - 1]), at);
      operations.push({ kind: 'insert', at, order, removed });
    });
  operations.sort((a, b) => a.at - b.at || rank(a) - rank(b) || orderOf(a) - orderOf(b));
  setValues(roots, unitIndex, changeset, isEditor);
  const suggestions = new SuggestionWriter(roots, reading);
  // A reviewer may not set marks: restored units get those of their position, and suggest their
  // own.
  const marksOf = ({ at, removed }: Restored): Values =>
    isEditor ? removed.marks : unitIndex.marksBefore(at);
  const { made, starts } = write({ roots, reading, client }, operations, marksOf);
  withdrawAdded(suggestions, reading, changeset, isEditor);
  for (const record of changeset.withdrawn) addAgain(suggestions, record, changeset);
  for (const [{ removed, marks: now }, units] of made) {
    const { origins, status } = removed;
    addCopies(suggestions, origins, units);
    const set = asMarks(differing(now, removed.marks));
    if (status.insertion !== null && Object.keys(set).length > 0)
      suggestions.add({ kind: 'change', id: status.insertion, units: [units], set });
    // Accepting may be undone later. Then the units are a suggestion again.
    if (status.insertion !== status.written) suggestions.add({ kind: 'accepted', units: [units] });
    for (const id of status.deletions)
      if (isOwn(id)) suggestions.add({ kind: 'delete', id, units: [units] });
    for (const { id, set } of status.changes)
      if (isOwn(id)) suggestions.add({ kind: 'change', id, units: [units], set });
  }
  suggestions.finish(starts);
  return [...made].map(([{ removed }, now]) => [removed.units, now]);
}

/**
 * Records restored units as copies, so that their authors, and suggestions by others about them,
 * can still be found.
 */
function addCopies(
  suggestions: SuggestionWriter,
  origins: readonly IdRange[],
  [client, first]: IdRange,
): void {
  let clock = first;
  for (const from of origins) {
    suggestions.add({ kind: 'copy', from, client, clock });
    clock += from[2];
  }
}

/** Removes the entries that the changeset added, but nothing that others added since. */
function withdrawAdded(
  suggestions: SuggestionWriter,
  { records }: Reading,
  { added }: Changeset,
  isEditor: boolean,
): void {
  if (added.length === 0) return;
  const byKey = Map.groupBy(
    [...records.indexes.keys()].filter((record) => 'units' in record),
    keyOf,
  );
  for (const record of added) {
    if (record.kind === 'accepted' && !isEditor) continue;
    if (record.kind === 'copy') suggestions.remove(record);
    // The author and the start of a suggestion remain valid for the rest of it.
    if (!('units' in record)) continue;
    for (const now of byKey.get(keyOf(record)) ?? []) {
      if (now.kind === 'change' && now.of !== undefined)
        suggestions.withdrawFrom(now, new Set(Object.keys(now.set)));
      else if (common(now.units, record.units).length > 0) suggestions.withdraw(now, record.units);
    }
  }
}

/** Adds an entry again for the units that still exist. Restored units have new ids. */
function addAgain(
  suggestions: SuggestionWriter,
  record: SuggestionRecord,
  { removed }: Changeset,
): void {
  if (!('units' in record)) return;
  const units = without(
    record.units,
    removed.map((each) => each.units),
  );
  if (units.length > 0 || (record.kind === 'change' && record.of !== undefined))
    suggestions.add({ ...record, units });
}

type Operation =
  | { readonly kind: 'delete'; readonly at: number; readonly length: number }
  | { readonly kind: 'format'; readonly at: number; readonly length: number; readonly set: Values }
  | Restored;

/** Removed units that are inserted again. `order`: of those at the same position. */
type Restored = {
  readonly kind: 'insert';
  readonly at: number;
  readonly order: number;
  readonly removed: Removed;
};

/** Restored units, and the marks under which they were written. */
type Written = { readonly removed: Removed; readonly marks: Values };

const rank = ({ kind }: Operation): number => (kind === 'insert' ? 0 : 1);
const orderOf = (operation: Operation): number =>
  operation.kind === 'insert' ? operation.order : 0;

function write(
  { roots, reading, client }: { roots: Roots; reading: Reading; client: number },
  operations: readonly Operation[],
  marksOf: (restored: Restored) => Values,
): { made: Map<Written, IdRange>; starts: SuggestionRecord[] } {
  const { records } = reading;
  const writer = new TextWriter(roots.text, client);
  const insertions = new Map<Insertion, Written>();
  const pending = new Map<number, Values>();
  const flush = (until: number): void => {
    for (const [at, set] of [...pending].toSorted(([a], [b]) => a - b)) {
      if (at >= until) return;
      writer.format(at, 1, set);
      pending.delete(at);
    }
  };
  for (const operation of operations) {
    if (operation.kind === 'insert') {
      flush(operation.at);
      const { at, removed } = operation;
      const marks = marksOf(operation);
      const insertion = writer.insert(at, removed.what, marks, removed.status.written);
      insertions.set(insertion, { removed, marks });
    } else {
      const { at: from, length } = operation;
      if (operation.kind === 'format')
        for (let at = from; at < from + length; at += 1)
          pending.set(at, { ...pending.get(at), ...operation.set });
      else {
        flush(from);
        writer.delete(from, length);
        for (let at = from; pending.size > 0 && at < from + length; at += 1) pending.delete(at);
      }
    }
  }
  flush(Infinity);
  const starts: SuggestionRecord[] = [];
  let current = records.current(writer.suggesting);
  writer.apply((id, clock) => {
    if (id === current) return;
    starts.push({ kind: 'insert', id, client: writer.suggesting, clock });
    current = id;
  });
  const made = [...insertions].flatMap(([{ units }, written]) =>
    units[0] === undefined ? [] : [[written, units[0]] as const],
  );
  return { made: new Map(made), starts };
}

function setValues(
  { containers }: Roots,
  unitIndex: UnitIndex,
  changeset: Changeset,
  isEditor: boolean,
): void {
  for (const { target, name, was, is } of changeset.values)
    for (const { map } of unitIndex.of([target]))
      if (map !== null && isEditor && isSame(map.get(name), is)) map.set(name, was);
  for (const { key, was, is } of isEditor ? changeset.containers : []) {
    // An empty container is harmless, and may be needed again.
    if (
      (was === undefined && !key.includes('/')) ||
      JSON.stringify(containers.get(key)) !== JSON.stringify(is)
    )
      continue;
    if (was === undefined) containers.delete(key);
    else containers.set(key, was);
  }
}
