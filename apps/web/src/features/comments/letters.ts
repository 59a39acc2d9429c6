import type { Node } from '@tiptap/pm/model';
import type { TextRange } from '../../editor/text/text-range.ts';

/**
 * Text of a document without white space. A quote is found in it even if lines were split or
 * joined.
 */
export type Letters = {
  readonly text: string;
  /** Returns the document range of a character range. */
  range(from: number, to: number): TextRange;
  /** Returns the number of characters before a position. */
  before(pos: number): number;
};

/** Removes white space from `text`. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, '');
}

const read = new WeakMap<Node, Letters>();

/** Returns the {@link Letters} of a document; cached by document. */
export function lettersOf(doc: Node): Letters {
  const before = read.get(doc);
  if (before !== undefined) return before;
  const letters = readLetters(doc);
  read.set(doc, letters);
  return letters;
}

/** Characters of one block, and their offsets from its start. */
type BlockLetters = { readonly text: string; readonly places: readonly number[] };

/** Cache by block: only changed blocks are read again. */
const readBlocks = new WeakMap<Node, BlockLetters>();

function lettersIn(block: Node): BlockLetters {
  const before = readBlocks.get(block);
  if (before !== undefined) return before;
  const parts: string[] = [];
  const places: number[] = [];
  const take = (node: Node, pos: number): void => {
    for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/gu)) {
      parts.push(word);
      for (let i = 0; i < word.length; i += 1) places.push(pos + index + i);
    }
  };
  block.descendants((node, pos) => take(node, pos + 1));
  const letters = { text: parts.join(''), places };
  readBlocks.set(block, letters);
  return letters;
}

function readLetters(doc: Node): Letters {
  const blocks: {
    readonly letters: BlockLetters;
    readonly start: number;
    readonly first: number;
  }[] = [];
  let first = 0;
  doc.forEach((block, start) => {
    const letters = lettersIn(block);
    if (letters.text !== '') blocks.push({ letters, start, first });
    first += letters.text.length;
  });
  const placeOf = (letter: number): number => {
    const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.first ?? 0) <= letter) - 1];
    return block === undefined
      ? 0
      : block.start + (block.letters.places[letter - block.first] ?? 0);
  };
  return {
    text: blocks.map(({ letters }) => letters.text).join(''),
    range: (from, to) => ({ from: placeOf(from), to: placeOf(to - 1) + 1 }),
    before(pos) {
      const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.start ?? 0) < pos) - 1];
      if (block === undefined) return 0;
      const { places } = block.letters;
      return block.first + countUpTo(places.length, (at) => block.start + (places[at] ?? 0) < pos);
    },
  };
}

/** Binary search: the length of the prefix for which `isSo` holds (must be monotone). */
function countUpTo(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
