import type { Node } from '@tiptap/pm/model';
import type { Mappable } from '@tiptap/pm/transform';
import type { Grammar } from './grammar.ts';
import type { Laid } from './layout.ts';
import { firstAbove } from './sorted.ts';

/**
 * Units of blocks in order: for each block its marker, then its content. `line` and `offset` are
 * the block index and offset of a unit; a marker has the offset −1.
 */
export class Units {
  readonly lines: readonly Laid[];
  readonly count: number;
  readonly line: Int32Array;
  readonly offset: Int32Array;
  readonly #texts: readonly string[];
  /** End offsets of the children, cached by block. */
  readonly #ends = new Map<Node, number[]>();

  /** Indexes the units of blocks. */
  constructor(lines: readonly Laid[], grammar: Grammar) {
    this.lines = lines;
    this.#texts = lines.map(({ node }) => textOf(node, grammar));
    this.count = lines.reduce((sum, { node }) => sum + 1 + node.content.size, 0);
    this.line = new Int32Array(this.count);
    this.offset = new Int32Array(this.count);
    let at = 0;
    for (const [i, { node }] of lines.entries()) {
      for (let offset = -1; offset < node.content.size; offset += 1) {
        this.line[at] = i;
        this.offset[at] = offset;
        at += 1;
      }
    }
  }

  /** True if a unit is a marker. */
  isMarker(unit: number): boolean {
    return this.offset[unit] === -1;
  }

  /** Returns the block of a unit. */
  lineOf(unit: number): Laid {
    return this.lines[this.line[unit] ?? 0] as Laid;
  }

  /** Returns the position before a unit. */
  pos(unit: number): number {
    return this.lineOf(unit).pos + 1 + (this.offset[unit] ?? 0);
  }

  /** Binary search: the last unit before a position; −1 if there is none. */
  unitBefore(pos: number): number {
    let [low, high] = [0, this.count];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.pos(middle) < pos) low = middle + 1;
      else high = middle;
    }
    return low - 1;
  }

  /** Returns the blocks whose marker and whole text are within a range of units. */
  wholeLines(from: number, to: number): { from: number; to: number; text: string }[] {
    const found: { from: number; to: number; text: string }[] = [];
    for (let unit = from; unit < to;) {
      const line = this.line[unit] ?? 0;
      const end = unit + 1 + this.lineOf(unit).node.content.size;
      if (this.isMarker(unit) && end <= to)
        found.push({ from: unit, to: end, text: this.#texts[line] ?? '' });
      unit = this.isMarker(unit) ? end : unit + 1;
    }
    return found;
  }

  /** Returns the comparison key of a unit: its character, or the kind of its leaf. */
  sign(unit: number): string {
    const offset = this.offset[unit] ?? -1;
    if (offset === -1) return '';
    const letter = this.#texts[this.line[unit] ?? 0]?.[offset] ?? '';
    return letter === leafSign ? `${leafSign}${this.inlineAt(unit).node.type.name}` : letter;
  }

  /** Returns the characters between two units of a block. */
  letters(from: number, to: number): string {
    const start = this.offset[from] ?? 0;
    return (this.#texts[this.line[from] ?? 0] ?? '').slice(start, start + to - from);
  }

  /** Returns the unit after the last one of a unit's block. */
  endOfLine(unit: number): number {
    return unit + this.lineOf(unit).node.content.size - (this.offset[unit] ?? 0);
  }

  /** Returns the inline node of a unit, and the unit after that node. */
  inlineAt(unit: number): { readonly node: Node; readonly to: number } {
    const offset = this.offset[unit] ?? 0;
    const { node } = this.lineOf(unit);
    const ends = this.#endsOf(node);
    const number = firstAbove(ends, offset);
    return { node: node.child(number), to: unit + (ends[number] ?? 0) - offset };
  }

  #endsOf(block: Node): number[] {
    const known = this.#ends.get(block);
    if (known !== undefined) return known;
    let end = 0;
    const ends = block.children.map(({ nodeSize }) => (end += nodeSize));
    this.#ends.set(block, ends);
    return ends;
  }
}

const leafSign = '￼';

/** Returns the text of a block with one character for each unit. */
export function textOf(node: Node, { lineBreak }: Grammar): string {
  return node.textBetween(0, node.content.size, null, (leaf) =>
    leaf.type === lineBreak ? '\n' : leafSign,
  );
}

/**
 * Change of a range of units: kept (before and after), deleted, or inserted. Ends are exclusive.
 */
export type Part =
  | { readonly kind: 'keep'; readonly from: number; readonly to: number; readonly after: number }
  | { readonly kind: 'delete'; readonly from: number; readonly to: number }
  | { readonly kind: 'insert'; readonly from: number; readonly to: number };

/**
 * Matches units of `after` with units of `before`: those that `mapping` leads to, and similar ones
 * between them. These are blocks with equal text, then equal units from either end. A marker
 * replaced by another is the same marker with other values.
 * @param isGoing true if a unit of `before` is about to be deleted anyway: an equal unit in its
 * place is a different one
 */
export function aligned(
  before: Units,
  after: Units,
  mapping: Mappable,
  isGoing: (unit: number) => boolean,
): Part[] {
  return new Alignment(before, after, isGoing).parts(matches(before, after, mapping));
}

/** The parts of an alignment, which are found in order. */
class Alignment {
  readonly #before: Units;
  readonly #after: Units;
  readonly #isGoing: (unit: number) => boolean;
  readonly #parts: Part[] = [];

  constructor(before: Units, after: Units, isGoing: (unit: number) => boolean) {
    this.#before = before;
    this.#after = after;
    this.#isGoing = isGoing;
  }

  /** @param kept for each unit of `before` the unit of `after` that it leads to, or −1 */
  parts(kept: Int32Array): Part[] {
    let [a, b] = [0, 0];
    for (let unit = 0; unit < this.#before.count; unit += 1) {
      const match = kept[unit] ?? -1;
      if (match < b) continue;
      this.#fill(a, unit, b, match);
      this.#keep(unit, match);
      [a, b] = [unit + 1, match + 1];
    }
    this.#fill(a, this.#before.count, b, this.#after.count);
    return this.#parts;
  }

  #keep(from: number, afterFrom: number): void {
    const last = this.#parts.at(-1);
    if (
      last?.kind === 'keep' &&
      last.to === from &&
      last.after + (last.to - last.from) === afterFrom
    )
      this.#parts[this.#parts.length - 1] = { ...last, to: from + 1 };
    else this.#parts.push({ kind: 'keep', from, to: from + 1, after: afterFrom });
  }

  /** Aligns units between two kept ones: those that are alike from either end, then the others. */
  #fill(from: number, to: number, afterFrom: number, afterTo: number): void {
    let [a, b, endA, endB] = [from, afterFrom, to, afterTo];
    while (a < endA && b < endB && this.#isAlike(a, b)) [a, b] = [a + 1, b + 1];
    while (a < endA && b < endB && this.#isAlike(endA - 1, endB - 1))
      [endA, endB] = [endA - 1, endB - 1];
    // A replaced word is replaced as a whole, even if both words have characters in common.
    if (a < endA && b < endB) {
      while (a > from && b > afterFrom && this.#isWithinWord(a - 1, a, b)) [a, b] = [a - 1, b - 1];
      while (endA < to && endB < afterTo && this.#isWithinWord(endA, endA - 1, endB - 1))
        [endA, endB] = [endA + 1, endB + 1];
    }
    for (let i = 0; from + i < a; i += 1) this.#keep(from + i, afterFrom + i);
    this.#replace(a, endA, b, endB);
    for (; endA < to; endA += 1, endB += 1) this.#keep(endA, endB);
  }

  #isAlike(a: number, b: number): boolean {
    return (
      this.#before.sign(a) === this.#after.sign(b) && (!this.#isGoing(a) || this.#isRewritten(a, b))
    );
  }

  /** A change of a block's type rewrites its line breaks, although the user did not type them. */
  #isRewritten(a: number, b: number): boolean {
    return (
      this.#before.sign(a) === '\n' &&
      this.#before.lineOf(a).node.type !== this.#after.lineOf(b).node.type
    );
  }

  #isWithinWord(kept: number, gone: number, come: number): boolean {
    return (
      isWord(this.#before.sign(kept)) &&
      isWord(this.#before.sign(gone)) &&
      isWord(this.#after.sign(come))
    );
  }

  /** Keeps whole blocks with equal text, and pairs the units between them. */
  #replace(from: number, to: number, afterFrom: number, afterTo: number): void {
    let [a, b] = [from, afterFrom];
    const lines = equalLines(this.#before, this.#after, from, to, afterFrom, afterTo);
    for (const [line, lineAfter] of lines) {
      this.#pair(a, line.from, b, lineAfter.from);
      for (let i = 0; line.from + i < line.to; i += 1)
        this.#keep(line.from + i, lineAfter.from + i);
      [a, b] = [line.to, lineAfter.to];
    }
    this.#pair(a, to, b, afterTo);
  }

  /** Replaces units, except that a marker replaced by another is kept. */
  #pair(from: number, to: number, afterFrom: number, afterTo: number): void {
    let [a, b] = [from, afterFrom];
    for (;;) {
      const marker = markerIn(this.#before, a, to);
      const markerAfter = markerIn(this.#after, b, afterTo);
      const isPair = marker < to && markerAfter < afterTo;
      const [endA, endB] = isPair ? [marker, markerAfter] : [to, afterTo];
      if (endA > a) this.#parts.push({ kind: 'delete', from: a, to: endA });
      if (endB > b) this.#parts.push({ kind: 'insert', from: b, to: endB });
      if (!isPair) return;
      this.#keep(marker, markerAfter);
      [a, b] = [marker + 1, markerAfter + 1];
    }
  }
}

type Span = { readonly from: number; readonly to: number };

/** Maximum number of comparisons; more would take too long. */
const mostComparisons = 250_000;

/**
 * Returns the longest common subsequence of whole blocks with equal text within two ranges of
 * units. Empty if there is only one block.
 */
function equalLines(
  before: Units,
  after: Units,
  from: number,
  to: number,
  afterFrom: number,
  afterTo: number,
): [Span, Span][] {
  const [one, other] = [before.wholeLines(from, to), after.wholeLines(afterFrom, afterTo)];
  if (one.length === 0 || other.length === 0 || one.length + other.length < 3) return [];
  if (one.length * other.length > mostComparisons) return [];
  const width = other.length + 1;
  const lengths = new Int32Array((one.length + 1) * width);
  const at = (i: number, k: number): number => lengths[i * width + k] ?? 0;
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let k = other.length - 1; k >= 0; k -= 1)
      lengths[i * width + k] =
        one[i]?.text === other[k]?.text
          ? at(i + 1, k + 1) + 1
          : Math.max(at(i + 1, k), at(i, k + 1));
  const found: [Span, Span][] = [];
  for (let [i, k] = [0, 0]; i < one.length && k < other.length;) {
    const [line, lineAfter] = [one[i], other[k]];
    if (line !== undefined && lineAfter !== undefined && line.text === lineAfter.text) {
      found.push([line, lineAfter]);
      [i, k] = [i + 1, k + 1];
    } else if (at(i + 1, k) >= at(i, k + 1)) i += 1;
    else k += 1;
  }
  return found;
}

const isWord = (sign: string): boolean => /^[\p{L}\p{N}\p{M}_]$/u.test(sign);

function markerIn(units: Units, from: number, to: number): number {
  for (let unit = from; unit < to; unit += 1) if (units.isMarker(unit)) return unit;
  return to;
}

/** Returns for each unit of `before` the unit of `after` that its position is mapped to, or −1. */
function matches(before: Units, after: Units, mapping: Mappable): Int32Array {
  const base = after.lines[0]?.pos ?? 0;
  const last = after.lines.at(-1);
  const places = new Int32Array(last === undefined ? 0 : last.pos + last.node.nodeSize - base).fill(
    -1,
  );
  for (let unit = 0; unit < after.count; unit += 1) places[after.pos(unit) - base] = unit;
  const found = new Int32Array(before.count).fill(-1);
  for (let unit = 0; unit < before.count; unit += 1) {
    const { pos, deletedAfter } = mapping.mapResult(before.pos(unit), 1);
    const match = deletedAfter ? -1 : (places[pos - base] ?? -1);
    if (match !== -1 && before.sign(unit) === after.sign(match)) found[unit] = match;
  }
  return found;
}
