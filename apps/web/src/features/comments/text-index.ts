import type { Node } from '@tiptap/pm/model';
import type { TextRange } from '../../editor/text/text-range.ts';

/**
 * Text of a document without white space. A quote is found in it even if lines were split or
 * joined.
 */
export type TextIndex = {
  readonly text: string;
  /** Returns the document range of a character range. */
  range(from: number, to: number): TextRange;
  /** Returns the number of characters before a position. */
  before(pos: number): number;
};

/** Removes white space from `text`. */
export function withoutWhiteSpace(text: string): string {
  return text.replace(/\s+/gu, '');
}

const cached = new WeakMap<Node, TextIndex>();

/** Returns the {@link TextIndex} of a document; cached by document. */
export function textIndexOf(doc: Node): TextIndex {
  const before = cached.get(doc);
  if (before !== undefined) return before;
  const index = buildTextIndex(doc);
  cached.set(doc, index);
  return index;
}

/** Characters of one block, and their offsets from its start. */
type BlockIndex = { readonly text: string; readonly offsets: readonly number[] };

/** Cache by block: only changed blocks are read again. */
const cachedBlocks = new WeakMap<Node, BlockIndex>();

function blockIndexOf(block: Node): BlockIndex {
  const before = cachedBlocks.get(block);
  if (before !== undefined) return before;
  const parts: string[] = [];
  const offsets: number[] = [];
  const take = (node: Node, pos: number): void => {
    for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/gu)) {
      parts.push(word);
      for (let i = 0; i < word.length; i += 1) offsets.push(pos + index + i);
    }
  };
  block.descendants((node, pos) => take(node, pos + 1));
  const index = { text: parts.join(''), offsets };
  cachedBlocks.set(block, index);
  return index;
}

function buildTextIndex(doc: Node): TextIndex {
  const blocks: {
    readonly index: BlockIndex;
    readonly start: number;
    readonly first: number;
  }[] = [];
  let first = 0;
  doc.forEach((block, start) => {
    const index = blockIndexOf(block);
    if (index.text !== '') blocks.push({ index, start, first });
    first += index.text.length;
  });
  const positionOf = (letter: number): number => {
    const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.first ?? 0) <= letter) - 1];
    return block === undefined ? 0 : block.start + (block.index.offsets[letter - block.first] ?? 0);
  };
  return {
    text: blocks.map(({ index }) => index.text).join(''),
    range: (from, to) => ({ from: positionOf(from), to: positionOf(to - 1) + 1 }),
    before(pos) {
      const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.start ?? 0) < pos) - 1];
      if (block === undefined) return 0;
      const { offsets } = block.index;
      return (
        block.first + countUpTo(offsets.length, (at) => block.start + (offsets[at] ?? 0) < pos)
      );
    },
  };
}

/** Binary search: the length of the prefix for which `condition` holds (must be monotone). */
function countUpTo(length: number, condition: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (condition(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
