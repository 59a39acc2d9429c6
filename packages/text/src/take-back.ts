import type { Roots } from './blocks.ts';
import { Book, keyOf } from './book.ts';
import type { Deed, Removed, Renamed } from './deed.ts';
import { common, without, type IdRange } from './ids.ts';
import { Places } from './places.ts';
import { asMarks, type Reading } from './reading.ts';
import type { SuggestionRecord, Values } from './records.ts';
import { TextWriter, type Insertion } from './text-writer.ts';
import { differing, isSame } from './values.ts';

/**
 * Reverts a deed, within a transaction. Inserted units are deleted if they still exist, removed
 * ones are restored in place, and values are reset unless another user has changed them since.
 * Returns the restored units, which have new ids.
 * @param author null if values of the text may be set; otherwise the author of suggestions, who
 * reverts only these and restores no suggestion of another user
 */
export function takeBack(
  roots: Roots,
  reading: Reading,
  deed: Deed,
  client: number,
  author: string | null,
): Renamed {
  const isEditor = author === null;
  const isOwn = (id: string): boolean => isEditor || reading.records.abouts.get(id)?.by === author;
  const places = new Places(reading);
  const operations: Operation[] = [];
  for (const { at, length, isSuggested } of places.of(deed.inserted))
    if (isEditor || isSuggested) operations.push({ kind: 'delete', at, length });
  for (const { target, name, was, is } of deed.marks)
    for (const place of isEditor ? places.of([target]) : [])
      if (isSame(place.marks[name], is))
        operations.push({
          kind: 'format',
          at: place.at,
          length: place.length,
          set: { [name]: was },
        });
  // Consecutive removed units are restored consecutively: other users may have typed in their place
  // since.
  const ends = new Map<string, number>();
  deed.removed
    .filter(({ status }) => isEditor || status.insertion !== null)
    .forEach((removed, order) => {
      const { after, units } = removed;
      const at = ends.get(String(after)) ?? places.behind(roots, after);
      ends.set(String([units[0], units[1] + units[2] - 1]), at);
      operations.push({ kind: 'insert', at, order, removed });
    });
  operations.sort((a, b) => a.at - b.at || rank(a) - rank(b) || orderOf(a) - orderOf(b));
  setValues(roots, places, deed, isEditor);
  const book = new Book(roots, reading);
  // A reviewer may not set marks: restored units get those of their place, and suggest their own.
  const marksOf = ({ at, removed }: Restored): Values =>
    isEditor ? removed.marks : places.marksBefore(at);
  const { made, starts } = write({ roots, reading, client }, operations, marksOf);
  withdrawAdded(book, reading, deed, isEditor);
  for (const record of deed.withdrawn) addAgain(book, record, deed);
  for (const [{ removed, marks: now }, units] of made) {
    const { origins, status } = removed;
    addCopies(book, origins, units);
    const set = asMarks(differing(now, removed.marks));
    if (status.insertion !== null && Object.keys(set).length > 0)
      book.add({ kind: 'change', id: status.insertion, units: [units], set });
    // Accepting may be undone later. Then the units are a suggestion again.
    if (status.insertion !== status.written) book.add({ kind: 'accepted', units: [units] });
    for (const id of status.deletions)
      if (isOwn(id)) book.add({ kind: 'delete', id, units: [units] });
    for (const { id, set } of status.changes)
      if (isOwn(id)) book.add({ kind: 'change', id, units: [units], set });
  }
  book.finish(starts);
  return [...made].map(([{ removed }, now]) => [removed.units, now]);
}

/**
 * Records restored units as copies, so that their authors, and suggestions by others about them,
 * can still be found.
 */
function addCopies(book: Book, origins: readonly IdRange[], [client, first]: IdRange): void {
  let clock = first;
  for (const from of origins) {
    book.add({ kind: 'copy', from, client, clock });
    clock += from[2];
  }
}

/** Removes the entries that the deed added, but nothing that others added since. */
function withdrawAdded(book: Book, { records }: Reading, { added }: Deed, isEditor: boolean): void {
  if (added.length === 0) return;
  const byKey = Map.groupBy(
    [...records.places.keys()].filter((record) => 'units' in record),
    keyOf,
  );
  for (const record of added) {
    if (record.kind === 'accepted' && !isEditor) continue;
    if (record.kind === 'copy') book.remove(record);
    // The author and the start of a suggestion remain valid for the rest of it.
    if (!('units' in record)) continue;
    for (const now of byKey.get(keyOf(record)) ?? []) {
      if (now.kind === 'change' && now.of !== undefined)
        book.withdrawFrom(now, new Set(Object.keys(now.set)));
      else if (common(now.units, record.units).length > 0) book.withdraw(now, record.units);
    }
  }
}

/** Adds an entry again for the units that still exist. Restored units have new ids. */
function addAgain(book: Book, record: SuggestionRecord, { removed }: Deed): void {
  if (!('units' in record)) return;
  const units = without(
    record.units,
    removed.map((each) => each.units),
  );
  if (units.length > 0 || (record.kind === 'change' && record.of !== undefined))
    book.add({ ...record, units });
}

type Operation =
  | { readonly kind: 'delete'; readonly at: number; readonly length: number }
  | { readonly kind: 'format'; readonly at: number; readonly length: number; readonly set: Values }
  | Restored;

/** Removed units that are inserted again. `order`: of those at the same place. */
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

function setValues({ containers }: Roots, places: Places, deed: Deed, isEditor: boolean): void {
  for (const { target, name, was, is } of deed.values)
    for (const { map } of places.of([target]))
      if (map !== null && isEditor && isSame(map.get(name), is)) map.set(name, was);
  for (const { key, was, is } of isEditor ? deed.containers : []) {
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
