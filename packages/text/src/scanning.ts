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
  let marks = before;
  const blocks: Block[] = [];
  let current: Block | null = null;
  const begin = (block: Block): Block => {
    if (current !== null) current.marks.after = marks;
    blocks.push(block);
    current = block;
    return block;
  };
  const holder = (): Block =>
    current === null || current.type.isLeaf ? begin(implicit(scope, current, marks)) : current;
  const map = (item: Y.Item, type: Y.Map<Value>): void => {
    const { client, clock } = item.id;
    const status = scope.records.status(client, clock);
    if (!scope.isShown(status)) return;
    const stored = type.toJSON() as Values;
    const values = scope.shownValues(stored, status);
    const kind = scope.typeOf(values);
    if (kind.isInline) {
      holder().pieces.push({
        client,
        clock,
        length: 1,
        text: null,
        leaf: type,
        stored,
        marks,
        status,
      });
      return;
    }
    const marker = { client, clock, item, map: type, stored, marks, status };
    begin({ marker, values, type: kind, pieces: [], marks: { before: marks, after: marks } });
  };
  for (let item = first; item !== null; item = item.right) {
    if (isEnd(item)) break;
    if (item.deleted) continue;
    const { content } = item;
    if (content instanceof Y.ContentFormat)
      marks = withMark(marks, content.key, content.value as Value);
    else if (content instanceof Y.ContentType && content.type instanceof Y.Map)
      map(item, content.type as Y.Map<Value>);
    else if (content instanceof Y.ContentString) {
      const { client, clock } = item.id;
      for (const { from, to, status } of scope.records.segments(
        client,
        clock,
        clock + item.length,
      )) {
        if (!scope.isShown(status)) continue;
        const text = content.str.slice(from - clock, to - clock);
        holder().pieces.push({
          client,
          clock: from,
          length: to - from,
          text,
          leaf: null,
          stored: null,
          marks,
          status,
        });
      }
    }
  }
  const last = blocks.at(-1);
  if (last !== undefined) last.marks.after = marks;
  return { blocks, after: marks };
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
