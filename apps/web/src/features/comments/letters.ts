import type { Node } from '@tiptap/pm/model';
import type { Stretch } from '../../ui/inText/stretch.ts';

/** The letters of a document without white space, in which a quote is found also when lines have been split or joined since. */
export type Letters = {
  readonly text: string;
  /** The stretch of the document from one letter up to another. */
  stretch(from: number, to: number): Stretch;
  /** How many letters stand before a position. */
  before(pos: number): number;
};

/** `text` without white space. */
export function squeeze(text: string): string {
  return text.replace(/\s+/gu, '');
}

const read = new WeakMap<Node, Letters>();

/** See {@link Letters}; remembered for as long as the document is this one. */
export function lettersOf(doc: Node): Letters {
  const before = read.get(doc);
  if (before !== undefined) return before;
  const letters = readLetters(doc);
  read.set(doc, letters);
  return letters;
}

/** The letters of one block, and where they stand behind its beginning. */
type BlockLetters = { readonly text: string; readonly places: readonly number[] };

/** Blocks stay what they are while others are written in: only what changed is read again. */
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
  const blocks: { readonly letters: BlockLetters; readonly start: number; readonly first: number }[] = [];
  let first = 0;
  doc.forEach((block, start) => {
    const letters = lettersIn(block);
    if (letters.text !== '') blocks.push({ letters, start, first });
    first += letters.text.length;
  });
  const placeOf = (letter: number): number => {
    const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.first ?? 0) <= letter) - 1];
    return block === undefined ? 0 : block.start + (block.letters.places[letter - block.first] ?? 0);
  };
  return {
    text: blocks.map(({ letters }) => letters.text).join(''),
    stretch: (from, to) => ({ from: placeOf(from), to: placeOf(to - 1) + 1 }),
    before(pos) {
      const block = blocks[countUpTo(blocks.length, (at) => (blocks[at]?.start ?? 0) < pos) - 1];
      if (block === undefined) return 0;
      const { places } = block.letters;
      return block.first + countUpTo(places.length, (at) => block.start + (places[at] ?? 0) < pos);
    },
  };
}

/** How many of so many things in order are so, of which the first ones are. */
function countUpTo(length: number, isSo: (at: number) => boolean): number {
  let [low, high] = [0, length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isSo(middle)) low = middle + 1;
    else high = middle;
  }
  return low;
}
