import type { NodeType } from '@tiptap/pm/model';
import * as Y from 'yjs';
import { withMark, type Block, type Marker, type Piece, type Roots } from './blocks.ts';
import type { Change } from './changes.ts';
import { joined, meets, type IdRange } from './ids.ts';
import type { RecordIndex, Status, Value, Values } from './records.ts';

/** Context for reading the units of a text. */
export type Scope = {
  readonly roots: Roots;
  readonly records: RecordIndex;
  /** The default block type. */
  readonly paragraph: NodeType;
  typeOf(values: Values): NodeType;
  isShown(status: Status): boolean;
  shownValues(values: Values, status: Status): Values;
};

/**
 * The blocks of a text, the ones that were read anew, and the items of all markers. The set of
 * markers is passed on from one reading to the next.
 */
export type Scan = {
  readonly blocks: readonly Block[];
  readonly fresh: readonly Fresh[];
  readonly markers: Set<Y.Item>;
};

/** A block that was read anew, and the item of its marker or of the preceding one. */
export type Fresh = { readonly block: Block; readonly anchor: Y.Item | null };

/** Reads all blocks of a text. */
export function scanned(scope: Scope): Scan {
  const blocks = orOne(scope, scan(scope, firstItem(scope), {}, () => false).blocks);
  const markers = new Set<Y.Item>();
  return { blocks, fresh: anchored(blocks, null, markers), markers };
}

/** Reads the blocks of a text that changed since `before`, and reuses the others. */
export function rescanned(scope: Scope, { blocks: before, markers }: Scan, change: Change): Scan {
  const units = joined(change.units);
  const blocks: Block[] = [];
  const fresh: Fresh[] = [];
  let [marks, isOpen]: [Values, boolean] = [{}, false];
  const take = (first: number, end: number, item: Y.Item | null): void => {
    // Units after a deleted marker now belong to the preceding block, which is read again.
    if (item?.deleted === true) {
      isOpen = true;
      return;
    }
    // Units before the first marker are read from the start, where no marks are in effect.
    const start = item === null ? {} : (before[first]?.marks.before ?? {});
    const hasOtherMarks = isOpen && !isSame(start, marks);
    isOpen =
      hasOtherMarks ||
      change.blocks.has(item) ||
      touchesAny(before, first, end, units, change.suggestions);
    if (isOpen) {
      const found = scan(
        scope,
        item ?? firstItem(scope),
        hasOtherMarks ? marks : start,
        (each) => each !== item && markers.has(each),
      );
      blocks.push(...found.blocks);
      if (item !== null) markers.delete(item);
      fresh.push(...anchored(found.blocks, item, markers));
      marks = found.after;
    } else {
      for (let i = first; i < end; i += 1) blocks.push(before[i] as Block);
      marks = before[end - 1]?.marks.after ?? marks;
    }
  };
  for (const { marker } of before) if (marker?.item.deleted === true) markers.delete(marker.item);
  // Each block with a marker is processed with the following blocks without one. The units before
  // the first marker come first.
  let end = nextMarker(before, 0);
  take(0, end, null);
  while (end < before.length) {
    const first = end;
    end = nextMarker(before, first + 1);
    take(first, end, before[first]?.marker?.item ?? null);
  }
  return { blocks: orOne(scope, blocks), fresh, markers };
}

const orOne = (scope: Scope, blocks: readonly Block[]): readonly Block[] =>
  blocks.length === 0 ? [implicit(scope, null, {})] : blocks;

function nextMarker(blocks: readonly Block[], from: number): number {
  let at = from;
  while (at < blocks.length && blocks[at]?.marker === null) at += 1;
  return at;
}

/**
 * Returns blocks with the item of their own or preceding marker. Adds their markers to the known
 * ones.
 */
function anchored(blocks: readonly Block[], before: Y.Item | null, markers: Set<Y.Item>): Fresh[] {
  let anchor = before;
  return blocks.map((block) => {
    if (block.marker !== null) {
      anchor = block.marker.item;
      markers.add(anchor);
    }
    return { block, anchor };
  });
}

/**
 * Reads blocks from an item up to an end item. `before`: the marks in effect at the start. Also
 * returns those in effect at the end.
 */
function scan(
  scope: Scope,
  first: Y.Item | null,
  before: Values,
  isEnd: (item: Y.Item) => boolean,
): { blocks: Block[]; after: Values } {
  const reader = new BlockReader(scope, before);
  for (let item = first; item !== null; item = item.right) {
    if (isEnd(item)) break;
    if (!item.deleted) reader.read(item);
  }
  return reader.finish();
}

/** Collects the blocks of items that are read in order. */
class BlockReader {
  readonly #scope: Scope;
  readonly #blocks: Block[] = [];
  /** The marks in effect. */
  #marks: Values;
  #current: Block | null = null;

  constructor(scope: Scope, before: Values) {
    this.#scope = scope;
    this.#marks = before;
  }

  /** Reads an item that is not deleted. */
  read(item: Y.Item): void {
    const { content } = item;
    if (content instanceof Y.ContentFormat)
      this.#marks = withMark(this.#marks, content.key, content.value as Value);
    else if (content instanceof Y.ContentType && content.type instanceof Y.Map)
      this.#readMap(item, content.type as Y.Map<Value>);
    else if (content instanceof Y.ContentString) this.#readText(item, content.str);
  }

  /** Returns the blocks, and the marks in effect at the end. */
  finish(): { blocks: Block[]; after: Values } {
    const last = this.#blocks.at(-1);
    if (last !== undefined) last.marks.after = this.#marks;
    return { blocks: this.#blocks, after: this.#marks };
  }

  /** Reads a marker or an inline leaf. */
  #readMap(item: Y.Item, type: Y.Map<Value>): void {
    const { client, clock } = item.id;
    const marks = this.#marks;
    const status = this.#scope.records.status(client, clock);
    if (!this.#scope.isShown(status)) return;
    const stored = type.toJSON() as Values;
    const values = this.#scope.shownValues(stored, status);
    const kind = this.#scope.typeOf(values);
    if (kind.isInline) {
      const leaf = { client, clock, length: 1, text: null, leaf: type, stored, marks, status };
      this.#holder().pieces.push(leaf);
      return;
    }
    const marker = { client, clock, item, map: type, stored, marks, status };
    this.#begin({ marker, values, type: kind, pieces: [], marks: { before: marks, after: marks } });
  }

  #readText(item: Y.Item, str: string): void {
    const { client, clock } = item.id;
    const segments = this.#scope.records.segments(client, clock, clock + item.length);
    for (const { from, to, status } of segments) {
      if (!this.#scope.isShown(status)) continue;
      this.#holder().pieces.push({
        client,
        clock: from,
        length: to - from,
        text: str.slice(from - clock, to - clock),
        leaf: null,
        stored: null,
        marks: this.#marks,
        status,
      });
    }
  }

  /** Returns the block that inline content belongs to. */
  #holder(): Block {
    const current = this.#current;
    return current === null || current.type.isLeaf
      ? this.#begin(implicit(this.#scope, current, this.#marks))
      : current;
  }

  #begin(block: Block): Block {
    if (this.#current !== null) this.#current.marks.after = this.#marks;
    this.#blocks.push(block);
    this.#current = block;
    return block;
  }
}

/**
 * Creates a block without a marker. After a leaf, which has no text, it is in the same container.
 */
function implicit({ paragraph }: Scope, before: Block | null, marks: Values): Block {
  const values = { in: before?.values['in'] ?? null };
  return {
    marker: null,
    values,
    type: paragraph,
    pieces: [],
    marks: { before: marks, after: marks },
  };
}

function firstItem({ roots: { text } }: Scope): Y.Item | null {
  return Y.getTypeChildren(text)[0] ?? null;
}

const isSame = (one: Values, other: Values): boolean =>
  one === other || JSON.stringify(one) === JSON.stringify(other);

function touchesAny(
  blocks: readonly Block[],
  first: number,
  end: number,
  units: readonly IdRange[],
  suggestions: ReadonlySet<string>,
): boolean {
  for (let i = first; units.length + suggestions.size > 0 && i < end; i += 1)
    if (touches(blocks[i] as Block, units, suggestions)) return true;
  return false;
}

function touches(
  { marker, pieces }: Block,
  units: readonly IdRange[],
  suggestions: ReadonlySet<string>,
): boolean {
  const isTouched = ({ client, clock, status }: Marker | Piece, length: number): boolean =>
    meets([client, clock, length], units) || names(status, suggestions);
  return (
    (marker !== null && isTouched(marker, 1)) ||
    pieces.some((piece) => isTouched(piece, piece.length))
  );
}

/** True if one of the suggestions is about a unit. */
function names(
  { insertion, deletions, changes }: Status,
  suggestions: ReadonlySet<string>,
): boolean {
  if (insertion === null && deletions.length === 0 && changes.length === 0) return false;
  if (insertion !== null && suggestions.has(insertion)) return true;
  return (
    deletions.some((id) => suggestions.has(id)) || changes.some(({ id }) => suggestions.has(id))
  );
}
