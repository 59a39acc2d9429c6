import * as Y from 'yjs';
import type { Roots } from './blocks.ts';
import { firstAt, joined, type IdRange } from './ids.ts';
import type { Reading } from './reading.ts';
import type { Value, Values } from './records.ts';

/** Adjacent units of one kind: the number of units before them, and their properties. */
export type UnitRun = {
  readonly at: number;
  readonly length: number;
  readonly marks: Values;
  readonly map: Y.Map<Value> | null;
  readonly isSuggested: boolean;
};

/** Lookup of the present positions of a document's units. */
export class UnitIndex {
  readonly #runs: (UnitRun & { readonly units: IdRange })[] = [];
  readonly #sorted: (UnitRun & { readonly units: IdRange })[];
  readonly #ranges: IdRange[];

  /** Indexes the units of a document. */
  constructor({ blocks }: Reading) {
    let at = 0;
    for (const { marker, pieces } of blocks) {
      if (marker !== null) {
        const { client, clock, marks, map, status } = marker;
        this.#runs.push({
          at,
          length: 1,
          marks,
          map,
          units: [client, clock, 1],
          isSuggested: status.insertion !== null,
        });
        at += 1;
      }
      for (const { client, clock, length, marks, leaf, status } of pieces) {
        this.#runs.push({
          at,
          length,
          marks,
          map: leaf,
          units: [client, clock, length],
          isSuggested: status.insertion !== null,
        });
        at += length;
      }
    }
    this.#sorted = this.#runs.toSorted(({ units: a }, { units: b }) => a[0] - b[0] || a[1] - b[1]);
    this.#ranges = this.#sorted.map(({ units }) => units);
  }

  /** Returns the units of ranges that still exist, in the order of the ranges. */
  of(ranges: readonly IdRange[]): UnitRun[] {
    return ranges.flatMap(([client, clock, length]) => {
      const found: UnitRun[] = [];
      for (let i = firstAt(this.#ranges, client, clock); i < this.#sorted.length; i += 1) {
        const run = this.#sorted[i] as UnitRun & { units: IdRange };
        const [holder, from, size] = run.units;
        if (holder !== client || from >= clock + length) break;
        const first = Math.max(from, clock);
        found.push({
          ...run,
          at: run.at + first - from,
          length: Math.min(from + size, clock + length) - first,
        });
      }
      return found;
    });
  }

  /** Returns the units of ranges that still exist, in text order. */
  inOrder(ranges: readonly IdRange[]): UnitRun[] {
    return this.of(joined(ranges)).toSorted((a, b) => a.at - b.at);
  }

  /** Returns the marks of the unit before an index; none before all units. */
  marksBefore(at: number): Values {
    let [low, high] = [0, this.#runs.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#runs[middle]?.at ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return this.#runs[low - 1]?.marks ?? {};
  }

  /**
   * Returns the number of units up to and including a unit; if it was deleted, up to its former
   * position.
   */
  behind({ text }: Roots, unit: readonly [client: number, clock: number] | null): number {
    if (unit === null || text.doc === null) return 0;
    const [run] = this.of([[unit[0], unit[1], 1]]);
    if (run !== undefined) return run.at + 1;
    const position = Y.createRelativePositionFromJSON({
      item: { client: unit[0], clock: unit[1] },
      assoc: 0,
    });
    return Y.createAbsolutePositionFromRelativePosition(position, text.doc)?.index ?? 0;
  }
}
