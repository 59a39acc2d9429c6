import type { Node, NodeType } from '@tiptap/pm/model';
import { aligned, Units, type Part } from './alignment.ts';
import { assigned, containersBeyond, innermost, isAsBefore, type Assigned } from './assignment.ts';
import {
  aboutsIn,
  carriedByAttributes,
  carriedByBlock,
  carriedByMarks,
  isAlike,
  marksOf,
  withOwnMoves,
  uncarried,
  type Carried,
} from './carried.ts';
import type { DocumentChange } from './document-change.ts';
import type { Grammar } from './grammar.ts';
import { laidOut, windowOf, type Laid, type Window } from './layout.ts';
import { valuesOfBlock, valuesOfLeaf } from './node-values.ts';
import { isStoredAt, marksBefore, unitsAt } from './positions.ts';
import type { Roots } from './blocks.ts';
import { attributeNames, marksIn, type Reading } from './reading.ts';
import type { Rendering } from './rendering.ts';
import type { About, Values } from './records.ts';
import { Relocation } from './relocating.ts';
import { UnitWriter, type WriteMode, type OldRun, type Wanted } from './unit-writer.ts';
import { differing, only } from './values.ts';
import { writeContainers } from './write-containers.ts';
import { inheritedChanges, SuggestedCells } from './inherited.ts';
import { withoutEmptyRows } from './rows.ts';
import { StoredUnits } from './stored-units.ts';

/** A stored document, as read and rendered before a change. */
export type Before = {
  readonly roots: Roots;
  readonly reading: Reading;
  readonly rendering: Rendering;
  /** The client id for edits. */
  readonly client: number;
};

/**
 * Writes a change of the editor's document into the text, as an edit or as a suggestion. Must be
 * called within a transaction of the Yjs document, with the client id for this mode. Returns a
 * function that maps a position after the change to the number of units before it in the changed
 * text.
 */
export function writeChange(
  before: Before,
  change: DocumentChange,
  mode: WriteMode,
  grammar: Grammar,
): (pos: number) => number {
  const window = windowOf(before.rendering.doc, change.after, (pos) =>
    isStoredAt(before.rendering, pos),
  );
  const whole = withoutEmptyRows(change.after, change.mapping, window);
  if (whole === null) return new Writing(before, change, window, mode, grammar).write();
  const { after, mapping, shift } = whole;
  const unitAt = writeChange(before, { ...change, after, mapping }, mode, grammar);
  return (pos) => unitAt(shift.map(pos));
}

class Writing {
  readonly #before: Before;
  readonly #grammar: Grammar;
  readonly #writer: UnitWriter;
  readonly #old: Units;
  readonly #stored: StoredUnits;
  readonly #new: Units;
  readonly #parts: readonly Part[];
  readonly #containers: readonly (readonly Assigned[])[];
  readonly #relocation: Relocation;
  readonly #suggestions: SuggestedCells;
  readonly #first: number;
  readonly #window: Window;
  readonly #carries: boolean;
  /** For each unit of the new blocks, its end in the text after the change. */
  readonly #ends: Int32Array;
  /** Number of units by which the text has grown so far. */
  #shift = 0;

  constructor(
    before: Before,
    change: DocumentChange,
    window: Window,
    mode: WriteMode,
    grammar: Grammar,
  ) {
    this.#before = before;
    this.#grammar = grammar;
    const announced = change.announces === true ? aboutsIn(change.after) : new Map<string, About>();
    this.#writer = new UnitWriter(before.roots, before.reading, mode, before.client, announced);
    this.#carries = change.carries === true;
    const { doc, lines } = before.rendering;
    this.#window = window;
    const shown = lines.filter(({ pos }) => pos >= window.from && pos < window.to);
    this.#first =
      shown[0]?.start ??
      lines.find(({ pos }) => pos >= window.to)?.start ??
      before.roots.text.length;
    this.#old = new Units(laidOut(doc, grammar, window.from, window.to), grammar);
    this.#new = new Units(laidOut(change.after, grammar, window.from, window.toAfter), grammar);
    this.#stored = new StoredUnits(shown, this.#old);
    this.#ends = new Int32Array(this.#new.count);
    this.#parts = aligned(this.#old, this.#new, change.mapping, (unit) => this.#isGoing(unit));
    const full = {
      before: this.#old,
      after: this.#new,
      parts: this.#parts,
      mapping: change.mapping,
      lines: shown,
      from: window.from,
      reachesOut: containersBeyond(lines, window),
    };
    this.#containers = assigned(full, before.reading, grammar, () => this.#writer.newId());
    this.#relocation = new Relocation(shown, this.#old.lines);
    this.#suggestions = new SuggestedCells(shown, before.reading);
  }

  write(): (pos: number) => number {
    writeContainers(this.#containers.flat(), {
      writer: this.#writer,
      reading: this.#before.reading,
      carries: this.#carries,
      carried: (node) => this.#carried(carriedByAttributes, node),
      relocation: this.#relocation,
    });
    this.#parts.forEach((part, i) => {
      // Kept units separate the changes on both sides, which become two suggestions.
      if (part.kind === 'keep') this.#writer.separate();
      if (part.kind === 'keep') this.#keep(part);
      else if (part.kind === 'delete') this.#delete(part);
      else this.#insert(part, this.#endOf(i));
    });
    this.#writer.finish();
    return (pos) => this.#unitAt(pos);
  }

  /** True if a character is suggested for deletion. */
  #isGoing(unit: number): boolean {
    if (this.#carries || this.#old.isMarker(unit)) return false;
    return this.#stored.runAt(unit, unit + 1).status.deletions.length > 0;
  }

  /** Returns the end of the units before part `i`. */
  #endOf(i: number): number {
    for (let k = i - 1; k >= 0; k -= 1) {
      const part = this.#parts[k] as Part;
      if (part.kind === 'insert') continue;
      const last = part.to - 1;
      return this.#stored.startOf(last) + (this.#stored.isStored(last) ? 1 : 0);
    }
    return this.#first;
  }

  #delete({ from, to }: { from: number; to: number }): void {
    for (let unit = from; unit < to;) {
      if (!this.#stored.isStored(unit)) {
        unit += 1;
        continue;
      }
      const run = this.#stored.runAt(unit, to);
      if (this.#writer.delete(run)) this.#shift -= run.length;
      unit += run.length;
    }
  }

  #keep({ from, to, after }: { from: number; to: number; after: number }): void {
    for (let unit = from; unit < to;) {
      const end = this.#old.isMarker(unit) ? unit + 1 : Math.min(to, this.#old.endOfLine(unit));
      if (this.#old.isMarker(unit)) this.#keepMarker(unit, after + unit - from);
      else this.#keepInline(unit, end, after + unit - from);
      const start =
        this.#stored.startOf(unit) + this.#shift + (this.#stored.isStored(unit) ? 1 : 0);
      for (let i = 0; unit < end; i += 1, unit += 1) this.#ends[after + unit - from] = start + i;
    }
  }

  #keepMarker(unit: number, now: number): void {
    const [line, lineAfter] = [this.#old.line[unit] ?? 0, this.#new.line[now] ?? 0];
    const stored = this.#stored.lineOf(unit);
    const laid = this.#new.lines[lineAfter] as Laid;
    const parent = this.#parentOf(lineAfter);
    const isMoved = !isAsBefore(parent, innermost(stored.containers, stored.around));
    const wanted = valuesOfBlock(laid.node, parent?.id ?? null, this.#grammar);
    if (stored.block?.marker) {
      // The shown block may differ from the stored one if that cannot be shown: a changed block is
      // stored as it is shown.
      if (laid.node === stored.node && !isMoved) return;
      const { changes } = stored.block.marker.status;
      const isSameType = laid.node.type === stored.node.type;
      const suggested = isSameType ? [] : changes.flatMap((each) => Object.keys(each.set));
      const names = new Set(['kind', 'in', ...attributeNames(laid.node.type), ...suggested]);
      const carried = withOwnMoves(
        this.#carried(carriedByBlock, laid.node),
        stored.block.marker.status.changes,
      );
      if (this.#carries && !isAlike(carried, this.#carried(carriedByAttributes, stored.node))) {
        const held = { ...stored.block.values, ...stored.block.marker.stored };
        const gone = only(differing(held, {}), names);
        const values = { ...gone, ...wanted };
        if (this.#writer.carry(this.#stored.runAt(unit, unit + 1), { marks: {}, values, carried }))
          return;
      }
      const set = only(differing(stored.block.values, wanted), names);
      if (Object.keys(set).length > 0) this.#writer.change(this.#stored.runAt(unit, unit + 1), set);
      return;
    }
    const isSame =
      Object.keys(
        differing(
          valuesOfBlock(stored.node, null, this.#grammar),
          valuesOfBlock(laid.node, null, this.#grammar),
        ),
      ).length === 0;
    // A stored block exists while it is not empty; one that is not stored exists while nothing
    // changes around it.
    const isGone =
      stored.block === null
        ? laid.node !== stored.node ||
          laid.containers.at(-1)?.node !== this.#old.lines[line]?.containers.at(-1)?.node
        : (laid.node.content.size === 0 && laid.node !== stored.node) ||
          !this.#isBehindSame(unit, now);
    if (isSame && !isMoved && !isGone) return;
    // A block without a marker gets one as soon as it differs from the default.
    const before = marksBefore(this.#before.rendering, stored.start);
    const insertion = this.#suggestions.ofCell(this.#containers[lineAfter] ?? []);
    const carried = this.#writer.known({ ...uncarried, insertion });
    this.#writer.insert(stored.start, null, { marks: before, values: wanted, carried }, before);
    this.#shift += 1;
  }

  /**
   * Checks that a block without a marker follows the same unit as before: the start, or a leaf,
   * which has no text. After any other unit, its text would be part of another block.
   */
  #isBehindSame(unit: number, now: number): boolean {
    if (unit === 0 || now === 0) return unit === now;
    return this.#sourceOf(now - 1) === unit - 1 && this.#new.lineOf(now - 1).node.type.isLeaf;
  }

  /** Keeps units of a block. `now`: the first of them in the document after the change. */
  #keepInline(from: number, to: number, now: number): void {
    const [line, laid] = [this.#old.lineOf(from), this.#new.lineOf(now)];
    if (line.node === laid.node) return;
    for (let unit = from; unit < to;) {
      const [before, after] = [this.#old.inlineAt(unit), this.#new.inlineAt(now + unit - from)];
      const end = Math.min(to, before.to, after.to + from - now);
      if (before.node === after.node && line.node.type === laid.node.type) {
        unit = end;
        continue;
      }
      const run = this.#stored.runAt(unit, end);
      this.#keepRun(run, before.node, after.node, [line.node.type, laid.node.type]);
      unit += run.length;
    }
  }

  #keepRun(run: OldRun, before: Node, after: Node, types: BlockTypes): void {
    const isLeaf = this.#grammar.isInlineLeaf(after.type);
    const carried = this.#carried(carriedByMarks, after);
    if (this.#carries && !isAlike(carried, this.#carried(carriedByMarks, before))) {
      const held = { ...valuesOfLeaf(before), ...(run.leaf?.toJSON() as Values | undefined) };
      const values = isLeaf ? { ...differing(held, {}), ...valuesOfLeaf(after) } : {};
      if (this.#writer.carry(run, { marks: marksOf(after), values, carried })) return;
    }
    const set = this.#marksToSet(run, before, after, types);
    if (Object.keys(set).length > 0) this.#writer.format(run, set);
    if (!isLeaf) return;
    const values = differing(valuesOfLeaf(before), valuesOfLeaf(after));
    if (Object.keys(values).length > 0) this.#writer.change(run, values);
  }

  /**
   * Returns the mark changes of units. Marks that the old block type hid are removed if the new
   * type would show them, unless they are suggested. A block of another kind keeps the suggestions
   * about its characters.
   */
  #marksToSet(run: OldRun, before: Node, after: Node, [old, now]: BlockTypes): Values {
    if (before.marks === after.marks && old === now) return {};
    const { schema } = this.#grammar;
    const suggested =
      old === now
        ? []
        : carriedByMarks(after).changes.flatMap(({ set }) => Object.keys(marksIn(set)));
    const changing = (marks: Values): Values =>
      Object.fromEntries(
        Object.entries(marks).filter(([name]) => {
          const mark = schema.marks[name];
          return mark !== undefined && now.allowsMarkType(mark) && !suggested.includes(name);
        }),
      );
    return differing(changing(this.#before.reading.marksOf(run)), changing(marksOf(after)));
  }

  #insert({ from, to }: { from: number; to: number }, at: number): void {
    let marks = marksBefore(this.#before.rendering, at);
    for (let unit = from; unit < to;) {
      const next = this.#new.isMarker(unit) ? unit + 1 : this.#endOfRun(unit, to);
      marks = this.#writer.insert(at, ...this.#inserted(unit, next, marks), marks);
      for (; unit < next; unit += 1) {
        this.#shift += 1;
        this.#ends[unit] = at + this.#shift;
      }
    }
  }

  /** Returns the characters of units, or null for a leaf or marker, with their target state. */
  #inserted(unit: number, to: number, marks: Values): [string | null, Wanted] {
    const { node: block } = this.#new.lineOf(unit);
    const offset = this.#new.offset[unit] ?? -1;
    if (offset === -1) {
      const parent = this.#parentOf(this.#new.line[unit] ?? 0);
      const values = valuesOfBlock(block, parent?.id ?? null, this.#grammar);
      const carried = this.#carries
        ? this.#relocation.carried(this.#carried(carriedByBlock, block), parent)
        : this.#inherited(unit, values);
      return [null, { marks, values, carried }];
    }
    const { node } = this.#new.inlineAt(unit);
    const wanted = { marks: marksOf(node), carried: this.#carried(carriedByMarks, node) };
    if (this.#grammar.isInlineLeaf(node.type))
      return [null, { ...wanted, values: valuesOfLeaf(node) }];
    return [this.#new.letters(unit, to), { ...wanted, values: {} }];
  }

  #carried(read: (node: Node, grammar: Grammar) => Carried, node: Node): Carried {
    return this.#carries ? this.#writer.known(read(node, this.#grammar)) : uncarried;
  }

  /**
   * Returns the suggestions that a new block inherits: as a part of another block, or as a cell of
   * a suggested row or column.
   */
  #inherited(marker: number, values: Values): Carried {
    const insertion = this.#suggestions.ofCell(this.#containers[this.#new.line[marker] ?? 0] ?? []);
    const source = this.#sourceOf(marker + 1);
    const stored =
      source === null || this.#new.isMarker(marker + 1) ? null : this.#stored.lineOf(source).block;
    const changes = stored?.marker ? inheritedChanges(stored.marker, values) : [];
    if (insertion === null && changes.length === 0) return uncarried;
    return this.#writer.known({ insertion, deletions: [], changes });
  }

  /** Returns the unit before the change that corresponds to a unit after it; null for a new one. */
  #sourceOf(now: number): number | null {
    const part = this.#parts.find(
      (each) => each.kind === 'keep' && each.after <= now && now < each.after + each.to - each.from,
    );
    return part?.kind === 'keep' ? part.from + now - part.after : null;
  }

  /** Returns the end of the run with equal marks, or of the leaf, that begins at a unit. */
  #endOfRun(unit: number, to: number): number {
    const first = this.#new.inlineAt(unit);
    if (this.#grammar.isInlineLeaf(first.node.type)) return unit + 1;
    const last = Math.min(to, this.#new.endOfLine(unit));
    let end = Math.min(last, first.to);
    while (end < last) {
      const next = this.#new.inlineAt(end);
      if (!this.#isOneRun(first.node, next.node)) break;
      end = Math.min(last, next.to);
    }
    return end;
  }

  #isOneRun(one: Node, other: Node): boolean {
    if (
      this.#grammar.isInlineLeaf(other.type) ||
      Object.keys(differing(marksOf(one), marksOf(other))).length > 0
    )
      return false;
    return isAlike(this.#carried(carriedByMarks, one), this.#carried(carriedByMarks, other));
  }

  /** Returns the innermost container around a block after the change. */
  #parentOf(line: number): Assigned | null {
    return this.#containers[line]?.at(-1) ?? null;
  }

  /** Returns the number of units before a position after the change. */
  #unitAt(pos: number): number {
    const { rendering } = this.#before;
    const { from, to, toAfter } = this.#window;
    if (pos <= from) return unitsAt(rendering, pos);
    if (pos > toAfter) return unitsAt(rendering, pos + to - toAfter) + this.#shift;
    const unit = this.#new.unitBefore(pos);
    return unit === -1 ? this.#first : (this.#ends[unit] ?? this.#first);
  }
}

/** Type of a block before and after a change. */
type BlockTypes = readonly [before: NodeType, after: NodeType];
