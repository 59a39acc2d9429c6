import type { Node } from '@tiptap/pm/model';
import { leafText } from '../schema/leaves.ts';

/**
 * The text of a document by positions. `Node.textBetween` looks for its positions from the start of
 * the document, so that many calls take quadratic time. Here they take logarithmic time.
 */
export type PlainText = {
  /** Returns the text between two positions in one block of the document. */
  between(from: number, to: number): string;
  /** True if there is text between two positions. */
  hasBetween(from: number, to: number): boolean;
};

/** Reads the text of a document. Blocks that were read before are not read again. */
export function plainTextOf(doc: Node): PlainText {
  const blocks: { readonly block: Node; readonly start: number; readonly before: number }[] = [];
  let before = 0;
  doc.forEach((block, start) => {
    blocks.push({ block, start, before });
    before += lengthOf(block);
  });
  const at = (pos: number) => blocks[lastUpTo(blocks, pos, ({ start }) => start)];

  function lengthBefore(pos: number): number {
    const found = at(pos);
    return found === undefined ? 0 : found.before + offsetIn(found.block, pos - found.start);
  }

  return {
    between(from, to) {
      const found = at(from);
      if (found === undefined) return '';
      const { block, start } = found;
      const [first, end] = [offsetIn(block, from - start), offsetIn(block, to - start)];
      return blockTextOf(block).text.slice(first, end);
    },
    hasBetween: (from, to) => lengthBefore(from) < lengthBefore(to),
  };
}

/** A text node or a leaf: its position and size in the block, and its place in the block's text. */
type Piece = {
  readonly pos: number;
  readonly size: number;
  readonly offset: number;
  readonly length: number;
};

type BlockText = { readonly text: string; readonly pieces: readonly Piece[] };

const knownTexts = new WeakMap<Node, BlockText>();
const knownLengths = new WeakMap<Node, number>();

const textOf = (node: Node): string => node.text ?? leafText(node.type.name, node.attrs);

function blockTextOf(block: Node): BlockText {
  const known = knownTexts.get(block);
  if (known !== undefined) return known;
  let text = '';
  const pieces: Piece[] = [];
  const enter = (node: Node, pos: number): void => {
    if (!node.isLeaf) return node.forEach((child, offset) => enter(child, pos + 1 + offset));
    const own = textOf(node);
    pieces.push({ pos, size: node.nodeSize, offset: text.length, length: own.length });
    text += own;
  };
  enter(block, 0);
  const read = { text, pieces };
  knownTexts.set(block, read);
  return read;
}

/** Returns the length of the text of a block. Text is not kept: few blocks have suggestions. */
function lengthOf(block: Node): number {
  const known = knownLengths.get(block);
  if (known !== undefined) return known;
  let length = 0;
  const enter = (node: Node): void => {
    if (node.isLeaf) length += textOf(node).length;
    else node.forEach(enter);
  };
  enter(block);
  knownLengths.set(block, length);
  return length;
}

/** Returns the length of the text before a position of a block. */
function offsetIn(block: Node, pos: number): number {
  if (pos <= 0) return 0;
  if (pos >= block.nodeSize) return lengthOf(block);
  const { pieces } = blockTextOf(block);
  const piece = pieces[lastUpTo(pieces, pos, (each) => each.pos)];
  if (piece === undefined) return 0;
  const inside = pos - piece.pos;
  return piece.offset + (inside < piece.size ? inside : piece.length);
}

/** Binary search: the index of the last item whose position is not after `pos`; -1 if none is. */
function lastUpTo<T>(items: readonly T[], pos: number, posOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (posOf(items[middle] as T) <= pos) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
