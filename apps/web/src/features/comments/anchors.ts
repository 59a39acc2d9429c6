import { limits, type CommentAnchor } from '@longhand/contract';
import type { Node } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';
import type * as Y from 'yjs';
import { lettersOf, squeeze } from './letters.ts';
import { placesIn, type Places } from './places.ts';
import type { Stretch } from '../../ui/inText/stretch.ts';

/** A quote shorter than this may stand somewhere else by chance: it is looked for at its old place only. In letters. */
const tellingQuote = 8;

/**
 * What a comment on a selection is about; with nothing selected, the block at the caret. Null where there is nothing. A node that says
 * nothing (a picture without a text for it) has an empty quote.
 */
export function anchorOf(root: Y.XmlFragment, doc: Node, selection: Selection): CommentAnchor | null {
  const { $from, from, to, empty } = selection;
  const meant = empty ? { from: $from.start(), to: $from.end() } : { from, to };
  const stretch = contentIn(doc, $from.depth === 0 && empty ? { from: 0, to: 0 } : meant);
  if (stretch === null) return null;
  const places = placesIn(root, doc);
  const [first, last] = [places.placeAt(stretch.from, 1), places.placeAt(stretch.to, -1)];
  if (first === null || last === null) return null;
  const quote = [...doc.textBetween(stretch.from, stretch.to, '\n', leafText)].slice(0, limits.quoteMax).join('');
  return { quote: quote.toWellFormed(), from: toBase64(first), to: toBase64(last) };
}

/** The letters and leaves in a stretch, from the first to the last: neither the ends of blocks nor white space around. */
function contentIn(doc: Node, { from, to }: Stretch): Stretch | null {
  let [first, last] = [Infinity, -1];
  const take = (start: number, end: number): void => {
    first = Math.min(first, start);
    last = Math.max(last, end);
  };
  doc.nodesBetween(from, to, (node, pos) => {
    if (node.isText) {
      for (const { 0: word, index } of (node.text ?? '').matchAll(/\S+/gu)) {
        const [start, end] = [Math.max(pos + index, from), Math.min(pos + index + word.length, to)];
        if (start < end) take(start, end);
      }
    } else if (node.isLeaf && node.type.name !== 'hardBreak' && pos >= from && pos + node.nodeSize <= to)
      take(pos, pos + node.nodeSize);
  });
  return first < last ? { from: first, to: last } : null;
}

const leafText = (leaf: Node): string => {
  if (leaf.type.name === 'hardBreak') return '\n';
  const alt: unknown = leaf.attrs['alt'];
  return typeof alt === 'string' ? alt : '';
};

/** Finds what comments are about in the document that is shown now. Made for one look. */
export function createFinder(root: Y.XmlFragment, doc: Node): (anchor: CommentAnchor) => Stretch | null {
  const places = placesIn(root, doc);
  return (anchor) => find(places, doc, anchor);
}

/**
 * Where the text stands that an anchor is about; null where it is gone. The two places go with what is between them. What a split, a
 * move or an undo wrote anew has other letters for Yjs, though they read the same: there the quote leads on, from the place where it
 * stood, or to the one spot at which it stands now.
 */
function find(places: Places, doc: Node, { quote, from, to }: CommentAnchor): Stretch | null {
  const [start, end] = [posAt(places, from), posAt(places, to)];
  const wanted = squeeze(quote);
  if (start !== null && end !== null && start < end) {
    const said = squeeze(doc.textBetween(start, end, '\n'));
    if (said === '' || said.length >= wanted.length) return { from: start, to: end };
    return (
      (wanted.startsWith(said) && standingAt(doc, wanted, start, 'after')) ||
      (wanted.endsWith(said) && standingAt(doc, wanted, end, 'before')) || { from: start, to: end }
    );
  }
  if (wanted === '') return null;
  for (const place of [start, end]) {
    if (place === null) continue;
    const here = standingAt(doc, wanted, place, 'after') ?? standingAt(doc, wanted, place, 'before');
    if (here !== null) return here;
  }
  return onlyOne(doc, wanted);
}

function standingAt(doc: Node, wanted: string, pos: number, side: 'after' | 'before'): Stretch | null {
  const letters = lettersOf(doc);
  const count = letters.before(pos);
  const first = side === 'after' ? count : count - wanted.length;
  return first >= 0 && letters.text.startsWith(wanted, first) ? letters.stretch(first, first + wanted.length) : null;
}

function onlyOne(doc: Node, wanted: string): Stretch | null {
  if (wanted.length < tellingQuote) return null;
  const letters = lettersOf(doc);
  const first = letters.text.indexOf(wanted);
  if (first < 0 || letters.text.includes(wanted, first + 1)) return null;
  return letters.stretch(first, first + wanted.length);
}

/** A place that makes no sense is one that is gone: the server has looked at its form, and people at the rest. */
function posAt(places: Places, place: string): number | null {
  return places.posOf(Uint8Array.from(atob(place), (letter) => letter.charCodeAt(0)));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
