import type { Units } from './alignment.ts';
import type { RenderedBlock } from './rendering.ts';
import type { OldRun } from './unit-writer.ts';
import { firstAbove } from './sorted.ts';

/** Finds stored units by their index among the units of a document that shows them. */
export class StoredUnits {
  readonly #lines: readonly RenderedBlock[];
  readonly #units: Units;
  /** End offsets of the pieces, cached by line. */
  readonly #ends = new Map<RenderedBlock, number[]>();

  /** @param lines the lines of `units` */
  constructor(lines: readonly RenderedBlock[], units: Units) {
    this.#lines = lines;
    this.#units = units;
  }

  /** Returns the line of a unit. */
  lineOf(unit: number): RenderedBlock {
    return this.#lines[this.#units.line[unit] ?? 0] as RenderedBlock;
  }

  /** Returns the number of stored units before a unit. */
  startOf(unit: number): number {
    const line = this.lineOf(unit);
    const offset = this.#units.offset[unit] ?? -1;
    return offset === -1 ? line.start : line.start + (line.block?.marker ? 1 : 0) + offset;
  }

  /** True if a unit is stored: the marker of a block that only makes the document valid is not. */
  isStored(unit: number): boolean {
    const { block } = this.lineOf(unit);
    return !this.#units.isMarker(unit) || (block !== null && block.marker !== null);
  }

  /**
   * Returns the marker at a unit, or the rest of its piece from there on, up to a limit. The unit
   * must be stored.
   */
  runAt(unit: number, limit: number): OldRun {
    const line = this.lineOf(unit);
    const offset = this.#units.offset[unit] ?? -1;
    const at = this.startOf(unit);
    if (offset === -1 && line.block?.marker)
      return { at, length: 1, ...line.block.marker, leaf: null };
    const ends = this.#endsOf(line);
    const number = firstAbove(ends, offset);
    const piece = line.block?.pieces[number];
    if (piece === undefined) throw new Error('a position outside of its block');
    const passed = offset - ((ends[number] ?? 0) - piece.length);
    return {
      at,
      ...piece,
      clock: piece.clock + passed,
      length: Math.min(piece.length - passed, limit - unit),
    };
  }

  #endsOf(line: RenderedBlock): number[] {
    const known = this.#ends.get(line);
    if (known !== undefined) return known;
    let end = 0;
    const ends = (line.block?.pieces ?? []).map(({ length }) => (end += length));
    this.#ends.set(line, ends);
    return ends;
  }
}
