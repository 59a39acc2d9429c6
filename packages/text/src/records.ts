import { firstAt, isSuggesting, joined, type IdRange } from './ids.ts';
import { sweep, type Span } from './sweep.ts';

/** A JSON value, which Yjs stores unchanged. */
export type Value =
  null | boolean | number | string | readonly Value[] | { readonly [key: string]: Value };

/** Values by name, as stored for a marker, a leaf or a container. */
export type Values = Readonly<Record<string, Value>>;

/**
 * An entry in the list of suggestions of a document. Entries are never changed, only added and
 * removed:
 * - `about`: the author and time of a suggestion (ms since 1970).
 * - `insert`: units of the suggesting client `client` from `clock` on belong to the suggestion, up
 *   to the next such entry.
 * - `delete`: the units are suggested for deletion.
 * - `change`: other values are suggested for the units, or for the container `of`. For characters
 *   these are marks: attributes, or null to remove one.
 * - `accepted`: units of suggesting clients that are part of the text.
 * - `copy`: the units of `client` from `clock` on replace the units `from`, which were removed and
 *   restored. Their author is the same.
 */
export type SuggestionRecord =
  | { readonly kind: 'about'; readonly id: string; readonly by: string; readonly at: number }
  | {
      readonly kind: 'insert';
      readonly id: string;
      readonly client: number;
      readonly clock: number;
    }
  | { readonly kind: 'delete'; readonly id: string; readonly units: readonly IdRange[] }
  | {
      readonly kind: 'change';
      readonly id: string;
      readonly units: readonly IdRange[];
      readonly of?: string;
      readonly set: Values;
    }
  | { readonly kind: 'accepted'; readonly units: readonly IdRange[] }
  | {
      readonly kind: 'copy';
      readonly from: IdRange;
      readonly client: number;
      readonly clock: number;
    };

/** An entry of kind `change`. */
export type ChangeRecord = Extract<SuggestionRecord, { kind: 'change' }>;

/** An entry of kind `delete`. */
export type DeletionRecord = Extract<SuggestionRecord, { kind: 'delete' }>;

/** An entry of kind `accepted`. */
export type AcceptedRecord = Extract<SuggestionRecord, { kind: 'accepted' }>;

/**
 * Suggestions about a unit: the one that inserts it, those that delete it, and the changes of its
 * values in order.
 */
export type Status = {
  readonly insertion: string | null;
  /** The suggestion that inserted the unit, also after it was accepted. */
  readonly written: string | null;
  readonly deletions: readonly string[];
  readonly changes: readonly ChangeRecord[];
};

/** Status of a unit without suggestions. */
export const plain: Status = { insertion: null, written: null, deletions: [], changes: [] };

/** Consecutive clocks of one client with equal status. */
export type Segment = { readonly from: number; readonly to: number; readonly status: Status };

/** Author and time of a suggestion. */
export type About = { readonly by: string; readonly at: number };

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;

const isRange = (value: unknown): value is IdRange =>
  Array.isArray(value) && value.length === 3 && value.every(isCount) && Number(value[2]) > 0;

const isUnits = (value: unknown): value is IdRange[] =>
  Array.isArray(value) && value.every(isRange);

const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const known = new WeakMap<object, SuggestionRecord | null>();

/**
 * Parses an entry of the list. Returns null for an invalid one, because a client may write any
 * value. Returns the same object for the same value each time, so that blocks read earlier
 * reference the present entries.
 */
export function recordOf(value: unknown): SuggestionRecord | null {
  if (!isValues(value)) return null;
  const before = known.get(value);
  if (before !== undefined) return before;
  const record = readRecord(value);
  known.set(value, record);
  return record;
}

function readRecord(value: Values): SuggestionRecord | null {
  const { kind, id, by, at, client, clock, units, of, from, set } = value as Readonly<
    Record<string, unknown>
  >;
  if (kind === 'accepted') return isUnits(units) ? { kind, units } : null;
  if (kind === 'copy')
    return isRange(from) && isCount(client) && isCount(clock)
      ? { kind, from, client, clock }
      : null;
  if (typeof id !== 'string') return null;
  if (kind === 'about')
    return typeof by === 'string' && typeof at === 'number' ? { kind, id, by, at } : null;
  if (kind === 'insert')
    return isCount(client) && isCount(clock) ? { kind, id, client, clock } : null;
  if (kind === 'delete') return isUnits(units) ? { kind, id, units } : null;
  if (kind !== 'change' || !isUnits(units) || !isValues(set)) return null;
  return { kind, id, units, set, ...(typeof of === 'string' && { of }) };
}

/** Index of the entries of a list by unit, container and suggestion. */
export class RecordIndex {
  readonly abouts = new Map<string, About>();
  /** Index of each entry in the list. */
  readonly indexes = new Map<SuggestionRecord, number>();
  /** Changes of each container, in order. */
  readonly ofContainers = new Map<string, ChangeRecord[]>();
  readonly #starts = new Map<number, { clock: number; id: string }[]>();
  readonly #accepted = new Map<number, (Span & { record: AcceptedRecord })[]>();
  readonly #deletions = new Map<number, (Span & { id: string; record: DeletionRecord })[]>();
  readonly #changes = new Map<number, (Span & { change: ChangeRecord })[]>();
  readonly #segments = new Map<number, readonly Segment[]>();
  readonly #copies: Copy[] = [];
  #sortedCopies: { readonly byNew: Copies; readonly byOld: Copies } | null = null;

  /** Reads all entries of a list. Invalid entries are ignored. */
  constructor(entries: Iterable<unknown>) {
    let index = 0;
    for (const entry of entries) {
      const record = recordOf(entry);
      if (record !== null) {
        this.indexes.set(record, index);
        this.#add(record);
      }
      index += 1;
    }
    for (const starts of this.#starts.values()) starts.sort((a, b) => a.clock - b.clock);
  }

  #add(record: SuggestionRecord): void {
    if (record.kind === 'about') {
      // The first one counts: a suggestion does not change its author.
      if (!this.abouts.has(record.id)) this.abouts.set(record.id, { by: record.by, at: record.at });
    } else if (record.kind === 'insert') {
      listIn(this.#starts, record.client).push({ clock: record.clock, id: record.id });
    } else if (record.kind === 'copy') {
      this.#copies.push({ was: record.from, is: [record.client, record.clock, record.from[2]] });
    } else {
      for (const [client, from, length] of record.units) {
        const span = { from, to: from + length };
        if (record.kind === 'accepted') listIn(this.#accepted, client).push({ ...span, record });
        else if (record.kind === 'delete')
          listIn(this.#deletions, client).push({ ...span, id: record.id, record });
        else listIn(this.#changes, client).push({ ...span, change: record });
      }
      if (record.kind === 'change' && record.of !== undefined)
        listIn(this.ofContainers, record.of).push(record);
    }
  }

  /** Returns for each range the original units that it is a copy of, or itself. */
  originsOf(ranges: readonly IdRange[]): IdRange[] {
    return this.#copies.length === 0
      ? [...ranges]
      : ranges.flatMap((range) => led(range, this.#sorted().byNew));
  }

  /** Returns for each range the restored copies that replace it, or itself. */
  copiesOf(ranges: readonly IdRange[]): IdRange[] {
    return this.#copies.length === 0
      ? [...ranges]
      : ranges.flatMap((range) => led(range, this.#sorted().byOld));
  }

  #sorted(): { readonly byNew: Copies; readonly byOld: Copies } {
    this.#sortedCopies ??= {
      byNew: copiesBy(this.#copies.map(({ was, is }) => ({ key: is, value: was }))),
      byOld: copiesBy(this.#copies.map(({ was, is }) => ({ key: was, value: is }))),
    };
    return this.#sortedCopies;
  }

  /** Returns the suggestion that the next units of a suggesting client belong to. */
  current(client: number): string | null {
    return this.#starts.get(client)?.at(-1)?.id ?? null;
  }

  /** Returns the entries by which a suggestion deletes units. */
  deletions(units: readonly IdRange[], id: string): DeletionRecord[] {
    return entriesAbout(this.#deletions, units)
      .filter((span) => span.id === id)
      .map(({ record }) => record);
  }

  /** Returns the entries that make units part of the text. */
  accepted(units: readonly IdRange[]): AcceptedRecord[] {
    return entriesAbout(this.#accepted, units).map(({ record }) => record);
  }

  /** Returns the status of each unit of a range, in segments that cover it. */
  segments(client: number, from: number, to: number): Segment[] {
    const all = this.#segments.get(client) ?? this.#compute(client);
    let low = 0;
    let high = all.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((all[middle] as Segment).to <= from) low = middle + 1;
      else high = middle;
    }
    const found: Segment[] = [];
    let at = from;
    for (let i = low; at < to; i += 1) {
      const segment = all[i];
      const next = segment === undefined ? to : Math.min(segment.to, to);
      found.push({ from: at, to: next, status: segment?.status ?? plain });
      at = next;
    }
    return found;
  }

  /** Returns the status of one unit. */
  status(client: number, clock: number): Status {
    return (this.segments(client, clock, clock + 1)[0] as Segment).status;
  }

  /**
   * Splits the clocks of a client wherever a status begins or ends. The last segment has no end.
   */
  #compute(client: number): readonly Segment[] {
    const starts = this.#starts.get(client) ?? [];
    const accepted = joined(
      (this.#accepted.get(client) ?? []).map(({ from, to }) => [0, from, to - from]),
    );
    const deletions = this.#deletions.get(client) ?? [];
    const changes = this.#changes.get(client) ?? [];
    const cuts = new Set([
      0,
      ...starts.map(({ clock }) => clock),
      ...accepted.flatMap(([, from, size]) => [from, from + size]),
    ]);
    for (const { from, to } of [...deletions, ...changes]) cuts.add(from).add(to);
    const sorted = [...cuts].toSorted((a, b) => a - b);
    const open = sweep(sorted, deletions);
    const changing = sweep(sorted, changes, ({ change }) => sizeOf(change));
    const idsIn = once((spans: readonly (typeof deletions)[number][]) => [
      ...new Set(spans.map(({ id }) => id)),
    ]);
    const changesIn = once((spans: readonly (typeof changes)[number][]) =>
      spans.map(({ change }) => change),
    );
    let started = 0;
    let passed = 0;
    const segments = sorted.map((from, i): Segment => {
      while (started < starts.length && (starts[started]?.clock ?? 0) <= from) started += 1;
      while (
        passed < accepted.length &&
        (accepted[passed]?.[1] ?? 0) + (accepted[passed]?.[2] ?? 0) <= from
      )
        passed += 1;
      const isAccepted = (accepted[passed]?.[1] ?? Infinity) <= from;
      // A page announces its first suggestion together with it. Without an announcement, the client
      // is treated as one suggestion.
      const written = isSuggesting(client) ? (starts[started - 1]?.id ?? `client ${client}`) : null;
      const status = {
        insertion: isAccepted ? null : written,
        written,
        deletions: idsIn(open[i] ?? []),
        changes: changesIn(changing[i] ?? []),
      };
      return { from, to: sorted[i + 1] ?? Infinity, status };
    });
    this.#segments.set(client, segments);
    return segments;
  }
}

/** Returns the same result for the same object: segments share the lists of their entries. */
function once<K extends object, V>(made: (key: K) => V): (key: K) => V {
  const known = new Map<K, V>();
  return (key) => {
    const found = known.get(key) ?? made(key);
    known.set(key, found);
    return found;
  };
}

const sizes = new WeakMap<ChangeRecord, number>();

/** Returns the size of the values of a change (characters of JSON). */
function sizeOf(change: ChangeRecord): number {
  const size = sizes.get(change) ?? JSON.stringify(change.set).length;
  sizes.set(change, size);
  return size;
}

type Copy = { readonly was: IdRange; readonly is: IdRange };

/** Mapping of ranges to others of the same length, sorted and without overlaps. */
type Copies = { readonly keys: readonly IdRange[]; readonly values: readonly IdRange[] };

/** Sorts mapped ranges. If several begin with the same units, the last one counts from there on. */
function copiesBy(all: readonly { readonly key: IdRange; readonly value: IdRange }[]): Copies {
  const sorted = all.toSorted(({ key: a }, { key: b }) => a[0] - b[0] || a[1] - b[1]);
  const kept: { key: IdRange; value: IdRange }[] = [];
  for (const { key, value } of sorted) {
    const last = kept.at(-1);
    if (last !== undefined && last.key[0] === key[0] && last.key[1] + last.key[2] > key[1]) {
      const left = key[1] - last.key[1];
      if (left === 0) kept.pop();
      else
        kept[kept.length - 1] = {
          key: [last.key[0], last.key[1], left],
          value: [last.value[0], last.value[1], left],
        };
    }
    kept.push({ key, value });
  }
  return { keys: kept.map(({ key }) => key), values: kept.map(({ value }) => value) };
}

/** Returns the ranges that a range is mapped to; unmapped parts are returned unchanged. */
function led([client, clock, length]: IdRange, { keys, values }: Copies): IdRange[] {
  const found: IdRange[] = [];
  let at = clock;
  for (let i = firstAt(keys, client, clock); at < clock + length; i += 1) {
    const [holder, from, size] = keys[i] ?? [null, 0, 0];
    const isNext = holder === client && from < clock + length;
    if (!isNext || from > at) {
      const end = isNext ? from : clock + length;
      found.push([client, at, end - at]);
      at = end;
    }
    if (!isNext) break;
    const [value, start] = values[i] as IdRange;
    const end = Math.min(from + size, clock + length);
    found.push([value, start + at - from, end - at]);
    at = end;
  }
  return found;
}

function entriesAbout<S extends Span>(
  spans: ReadonlyMap<number, readonly S[]>,
  units: readonly IdRange[],
): S[] {
  return units.flatMap(([client, clock, length]) =>
    (spans.get(client) ?? []).filter(({ from, to }) => from < clock + length && clock < to),
  );
}

function listIn<K, V>(map: Map<K, V[]>, key: K): V[] {
  const found = map.get(key);
  if (found !== undefined) return found;
  const made: V[] = [];
  map.set(key, made);
  return made;
}
