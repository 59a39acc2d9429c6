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

function readLetters(doc: Node): Letters {
  const parts: string[] = [];
  const places: number[] = [];
  doc.descendants((node, pos) => {
    for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/gu)) {
      parts.push(word);
      for (let i = 0; i < word.length; i += 1) places.push(pos + index + i);
    }
  });
  return {
    text: parts.join(''),
    stretch: (from, to) => ({ from: places[from] ?? 0, to: (places[to - 1] ?? 0) + 1 }),
    before(pos) {
      let [low, high] = [0, places.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((places[middle] ?? 0) < pos) low = middle + 1;
        else high = middle;
      }
      return low;
    },
  };
}
