import { joined, without, type IdRange } from './ids.ts';
import type { Roots } from './blocks.ts';
import type { Reading } from './reading.ts';
import type { SuggestionRecord, Values } from './records.ts';

/** An entry about units. */
export type AboutUnits = Extract<SuggestionRecord, { units: unknown }>;

/** Units to remove from an entry; with `names`, only these values are removed for them. */
type Withdrawal = { readonly units: IdRange[]; readonly names: ReadonlySet<string> | null };

/** Collects changes of the list of suggestions, and writes them together. */
export class SuggestionWriter {
  readonly #roots: Roots;
  readonly #reading: Reading;
  /** Entries to add. Entries that differ only in their units have the same key. */
  readonly #added = new Map<
    string,
    { readonly record: SuggestionRecord; readonly units: IdRange[] }
  >();
  readonly #withdrawn = new Map<AboutUnits, Withdrawal[]>();
  readonly #removed = new Set<SuggestionRecord>();

  constructor(roots: Roots, reading: Reading) {
    this.#roots = roots;
    this.#reading = reading;
  }

  /** Adds an entry. Entries that differ only in their units are joined. */
  add(record: SuggestionRecord): void {
    const units = 'units' in record ? record.units : [];
    const isOfContainer = record.kind === 'change' && record.of !== undefined;
    const key = 'units' in record && !isOfContainer ? keyOf(record) : `${this.#added.size}`;
    const found = this.#added.get(key);
    if (found === undefined) this.#added.set(key, { record, units: [...units] });
    else found.units.push(...units);
  }

  /** Removes units from an entry, or some of the values that it sets for them. */
  withdraw(
    record: AboutUnits,
    units: readonly IdRange[],
    names: ReadonlySet<string> | null = null,
  ): void {
    const all = this.#withdrawn.get(record);
    const withdrawal = { units: [...units], names };
    if (all === undefined) this.#withdrawn.set(record, [withdrawal]);
    else all.push(withdrawal);
  }

  /** Removes an entry. */
  remove(record: SuggestionRecord): void {
    this.#removed.add(record);
  }

  /** Removes values from an entry about a container. */
  withdrawFrom(
    record: Extract<SuggestionRecord, { kind: 'change' }>,
    names: ReadonlySet<string>,
  ): void {
    this.withdraw(record, [], names);
  }

  /** True if there is nothing to write. */
  get isEmpty(): boolean {
    return this.#added.size === 0 && this.#withdrawn.size === 0 && this.#removed.size === 0;
  }

  /** Writes the changes. `first`: entries to insert before all others. */
  finish(first: readonly SuggestionRecord[]): void {
    const { suggestions } = this.#roots;
    const { indexes: known } = this.#reading.records;
    const changes = [...this.#removed]
      .flatMap((record) => known.get(record) ?? [])
      .map((index) => ({ index, rest: [] as SuggestionRecord[] }));
    for (const [record, withdrawals] of this.#withdrawn) {
      const index = known.get(record);
      if (index !== undefined) changes.push({ index, rest: restOf(record, withdrawals) });
    }
    // The rest of an entry keeps its position: of two entries that set one value, the later one
    // counts.
    for (const { index, rest } of changes.toSorted((a, b) => b.index - a.index)) {
      suggestions.delete(index, 1);
      if (rest.length > 0)
        suggestions.insert(
          index,
          rest.map((record) => ({ ...record })),
        );
    }
    const added = [...this.#added.values()].map(({ record, units }) =>
      'units' in record ? { ...record, units: joined(units) } : record,
    );
    const records = [...first, ...added];
    if (records.length > 0) suggestions.push(records.map((record) => ({ ...record })));
  }
}

/** Returns a key that is equal for entries that differ only in their units. */
export function keyOf(record: AboutUnits): string {
  return JSON.stringify({ ...record, units: [] });
}

/** Returns the rest of an entry. */
function restOf(record: AboutUnits, withdrawals: readonly Withdrawal[]): SuggestionRecord[] {
  const rest: SuggestionRecord[] = [];
  const taken = withdrawals.flatMap(({ units }) => units);
  const left = without(record.units, taken);
  if (left.length > 0) rest.push({ ...record, units: left });
  if (record.kind !== 'change') return rest;
  for (const { units, names } of grouped(withdrawals, record.of !== undefined)) {
    if (names === null) continue;
    const set: Values = Object.fromEntries(
      Object.entries(record.set).filter(([name]) => !names.has(name)),
    );
    if (Object.keys(set).length > 0) rest.push({ ...record, units: joined(units), set });
  }
  return rest;
}

/** Groups withdrawals: first all names for the same units, then all units with the same names. */
function grouped(withdrawals: readonly Withdrawal[], isOfContainer: boolean): Withdrawal[] {
  const byUnits = new Map<string, { units: IdRange[]; names: Set<string> | null }>();
  for (const { units, names } of withdrawals) {
    const key = isOfContainer ? '' : JSON.stringify(units);
    const found = byUnits.get(key) ?? { units, names: new Set<string>() };
    if (names === null || found.names === null) found.names = null;
    else for (const name of names) found.names.add(name);
    byUnits.set(key, found);
  }
  const byNames = new Map<string, { units: IdRange[]; names: ReadonlySet<string> | null }>();
  for (const { units, names } of byUnits.values()) {
    const key = names === null ? '' : [...names].toSorted().join(' ');
    const found = byNames.get(key);
    if (found === undefined) byNames.set(key, { units: [...units], names });
    else found.units.push(...units);
  }
  return [...byNames.values()];
}
