import { kinds, rangesOf, runsIn, type StructIndex } from '../struct-index.ts';
import { includeAll, missing, overlaps, type Ranges } from '../ranges.ts';
import type { Range } from '../../protocol/update.ts';
import type { SuggestionRecord, Recorded } from './records.ts';

/** True if units of a client are suggestions until they are accepted. */
export const isSuggesting = (client: number): boolean => client % 2 === 1;

/** The entries of one client ordered by clock; null for a deleted one. */
type Listed = { clocks: number[]; entries: (SuggestionRecord | null)[]; gone: number };

/**
 * The entries that assign units of a client to a suggestion, from their clock on. Sorted lazily, on
 * the first query.
 */
type Starts = { list: SuggestionRecord[]; isSorted: boolean; readonly gone: Set<SuggestionRecord> };

/** The accepted units of a client, and those that are not merged into the ranges yet. */
type Accepted = { readonly ranges: Ranges; added: Range[] };

/** The existing entries of a suggestion. The first one that announces it names its author. */
type Known = {
  readonly abouts: Set<SuggestionRecord>;
  readonly deletions: Set<SuggestionRecord>;
  readonly starts: Set<SuggestionRecord>;
  changes: number;
};

/**
 * Knowledge of a room about the suggestions of a document: enough to check the rights of a
 * reviewer, and to see which suggestions are decided. Adding an update costs time in proportion to
 * its size; a query for a place costs logarithmic time.
 */
export class Suggestions {
  readonly #starts = new Map<number, Starts>();
  readonly #entries = new Map<number, Listed>();
  readonly #accepted = new Map<number, Accepted>();
  #isAcceptedOld = false;
  /** Entries and starts by suggestion id. */
  readonly #known = new Map<string, Known>();

  /** Returns the author of a suggestion; null if it is not known. */
  authorOf(id: string): string | null {
    const [first] = this.#known.get(id)?.abouts ?? [];
    return first?.by ?? null;
  }

  /**
   * Returns the suggestion that inserts a unit of a suggesting client; null if it has not been
   * announced.
   */
  insertionOf(client: number, clock: number): string | null {
    const starts = this.#startsOf(client);
    return starts[firstAfter(starts, clock) - 1]?.id ?? null;
  }

  /** Returns the clocks in a range at which another suggestion begins. */
  startsIn({ client, from, to }: Range): number[] {
    const starts = this.#startsOf(client);
    const found: number[] = [];
    for (
      let i = firstAfter(starts, from);
      i < starts.length && (starts[i]?.clock ?? to) < to;
      i += 1
    )
      found.push(starts[i]?.clock ?? to);
    return found;
  }

  /** Calls `act` for each existing entry in a range of the list. */
  eachEntry({ client, from, to }: Range, act: (entry: SuggestionRecord) => void): void {
    const listed = this.#entries.get(client);
    if (listed === undefined) return;
    for (
      let i = placeIn(listed.clocks, from);
      i < listed.clocks.length && (listed.clocks[i] ?? to) < to;
      i += 1
    ) {
      const entry = listed.entries[i];
      if (entry !== null && entry !== undefined) act(entry);
    }
  }

  /** True if any unit of a range is accepted, and so part of the text. */
  hasAccepted({ client, from, to }: Range): boolean {
    return overlaps(this.#acceptedOf(client), from, to);
  }

  /** Returns the units of a range that are not accepted. */
  unaccepted({ client, from, to }: Range): Range[] {
    return rangesOf(client, missing(this.#acceptedOf(client), from, to));
  }

  /** Returns the entries by which a suggestion deletes units. */
  deletionsOf(id: string): ReadonlySet<SuggestionRecord> {
    return this.#known.get(id)?.deletions ?? new Set();
  }

  /** Returns the number of entries by which a suggestion changes or deletes something. */
  entryCount(id: string): number {
    const known = this.#known.get(id);
    return known === undefined ? 0 : known.changes + known.deletions.size;
  }

  /** Returns the units that a suggestion inserts and that are neither deleted nor accepted. */
  insertedBy(id: string, index: StructIndex): Range[] {
    const found: Range[] = [];
    for (const start of this.#known.get(id)?.starts ?? []) {
      const { client, clock } = start;
      const starts = this.#startsOf(client);
      const next = firstAfter(starts, clock);
      const known = index.get(client);
      // Of several entries with the same clock, the last one counts.
      if (known === undefined || starts[next - 1] !== start) continue;
      for (const run of runsIn(known, clock, starts[next]?.clock ?? known.end)) {
        if (run.kind !== kinds.letter && run.kind !== kinds.marker) continue;
        const left = missing(known.deleted, run.from, run.to);
        for (const range of rangesOf(client, left))
          for (const part of this.unaccepted(range)) found.push(part);
      }
    }
    return found;
  }

  /** Adds the entries and deletions of an accepted update. */
  add(recorded: readonly Recorded[], deletes: readonly Range[]): void {
    for (const { client, clock, entry } of recorded) this.#add(client, clock, entry);
    for (const range of deletes) this.#remove(range);
  }

  #add(client: number, clock: number, entry: SuggestionRecord): void {
    const listed = this.#entries.get(client) ?? { clocks: [], entries: [], gone: 0 };
    this.#entries.set(client, listed);
    listed.clocks.push(clock);
    listed.entries.push(entry);
    const { kind, id } = entry;
    if (kind === 'about') this.#knownOf(id).abouts.add(entry);
    if (kind === 'insert') this.#addStart(entry);
    if (kind === 'delete') this.#knownOf(id).deletions.add(entry);
    if (kind === 'change') this.#knownOf(id).changes += 1;
    if (kind === 'accepted' && !this.#isAcceptedOld) this.#accept(entry);
  }

  #remove({ client, from, to }: Range): void {
    const listed = this.#entries.get(client);
    if (listed === undefined) return;
    for (
      let i = placeIn(listed.clocks, from);
      i < listed.clocks.length && (listed.clocks[i] ?? to) < to;
      i += 1
    ) {
      const entry = listed.entries[i];
      if (entry === null || entry === undefined) continue;
      listed.entries[i] = null;
      listed.gone += 1;
      if (entry.kind === 'about') this.#knownOf(entry.id).abouts.delete(entry);
      if (entry.kind === 'insert') this.#removeStart(entry);
      if (entry.kind === 'delete') this.#knownOf(entry.id).deletions.delete(entry);
      if (entry.kind === 'change') this.#knownOf(entry.id).changes -= 1;
      if (entry.kind === 'accepted') this.#isAcceptedOld = true;
    }
    if (listed.gone > 16 && listed.gone * 2 > listed.clocks.length)
      this.#entries.set(client, withoutGone(listed));
  }

  #addStart(entry: SuggestionRecord): void {
    const starts = this.#starts.get(entry.client) ?? { list: [], isSorted: true, gone: new Set() };
    this.#starts.set(entry.client, starts);
    if ((starts.list.at(-1)?.clock ?? 0) > entry.clock) starts.isSorted = false;
    starts.list.push(entry);
    this.#knownOf(entry.id).starts.add(entry);
  }

  #removeStart(entry: SuggestionRecord): void {
    this.#starts.get(entry.client)?.gone.add(entry);
    this.#knownOf(entry.id).starts.delete(entry);
  }

  #startsOf(client: number): readonly SuggestionRecord[] {
    const starts = this.#starts.get(client);
    if (starts === undefined) return [];
    const { gone } = starts;
    if (gone.size > 0) starts.list = starts.list.filter((start) => !gone.has(start));
    gone.clear();
    if (!starts.isSorted) starts.list.sort((a, b) => a.clock - b.clock);
    starts.isSorted = true;
    return starts.list;
  }

  #knownOf(id: string): Known {
    const known = this.#known.get(id) ?? {
      abouts: new Set<SuggestionRecord>(),
      deletions: new Set<SuggestionRecord>(),
      starts: new Set<SuggestionRecord>(),
      changes: 0,
    };
    this.#known.set(id, known);
    return known;
  }

  #accept({ units }: SuggestionRecord): void {
    for (const [client, from, length] of units) {
      const accepted = this.#accepted.get(client) ?? { ranges: [], added: [] };
      this.#accepted.set(client, accepted);
      accepted.added.push({ client, from, to: from + length });
    }
  }

  #acceptedOf(client: number): Ranges {
    if (this.#isAcceptedOld) {
      this.#accepted.clear();
      this.#isAcceptedOld = false;
      for (const { entries } of this.#entries.values())
        for (const entry of entries) if (entry?.kind === 'accepted') this.#accept(entry);
    }
    const accepted = this.#accepted.get(client);
    if (accepted === undefined) return [];
    const { ranges, added } = accepted;
    accepted.added = [];
    includeAll(
      ranges,
      added.toSorted((a, b) => a.from - b.from).flatMap(({ from, to }) => [from, to]),
    );
    return ranges;
  }
}

function withoutGone({ clocks, entries }: Listed): Listed {
  const kept = clocks.flatMap((clock, i) =>
    entries[i] === null ? [] : [{ clock, entry: entries[i] ?? null }],
  );
  return {
    clocks: kept.map(({ clock }) => clock),
    entries: kept.map(({ entry }) => entry),
    gone: 0,
  };
}

/** Binary search: the index of the first clock that is not before `clock`. */
function placeIn(clocks: readonly number[], clock: number): number {
  let [low, high] = [0, clocks.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((clocks[middle] as number) < clock) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Binary search: the index of the first start after `clock`. */
function firstAfter(starts: readonly SuggestionRecord[], clock: number): number {
  let [low, high] = [0, starts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((starts[middle] as SuggestionRecord).clock <= clock) low = middle + 1;
    else high = middle;
  }
  return low;
}
