import { limits, type CommentAnchor } from '@longhand/contract';
import type { Node } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';
import type { Replica } from '@longhand/text';
import * as Y from 'yjs';
import { lettersOf, squeeze } from './letters.ts';
import type { Stretch } from '../../ui/inText/stretch.ts';
import { stretchOfUnit } from '../../ui/inText/units.ts';

/** A quote shorter than this may stand somewhere else by chance: it is looked for at its old place only. In letters. */
const tellingQuote = 8;

/**
 * What a comment on a selection is about; with nothing selected, the block at the caret. Null where there is nothing. A node that says
 * nothing (a picture without a text for it) has an empty quote.
 */
export function anchorOf(replica: Replica, doc: Node, selection: Selection): CommentAnchor | null {
  const { $from, from, to, empty } = selection;
  const meant = empty ? { from: $from.start(), to: $from.end() } : { from, to };
  const stretch = contentIn(doc, $from.depth === 0 && empty ? { from: 0, to: 0 } : meant);
  if (stretch === null) return null;
  const [first, last] = [placeAt(replica, stretch.from, 0), placeAt(replica, stretch.to, -1)];
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

/** Where something was found the last time: in which block of which text, and how far from its beginning. */
type Found = Stretch & { readonly replica: Replica; readonly block: Node };

const lastFound = new WeakMap<CommentAnchor, Found>();

/**
 * Finds what comments are about in the document that is shown now. Made for one look. Results by its places in a block that has not changed since
 * is there still: a look costs what changed.
 */
export function createFinder(replica: Replica, doc: Node): (anchor: CommentAnchor) => Stretch | null {
  const starts = startsIn(doc);
  return (anchor) => {
    const last = lastFound.get(anchor);
    const start = last?.replica === replica ? starts.get(last.block) : undefined;
    if (last && typeof start === 'number') return { from: start + last.from, to: start + last.to };
    const placed = findByPlaces(replica, doc, anchor);
    const at = placed && blockAt(doc, placed);
    if (at) lastFound.set(anchor, { ...at, replica });
    else lastFound.delete(anchor);
    return placed ?? findByQuote(replica, doc, anchor);
  };
}

/** Where each block of a document begins; null for one that stands there twice. */
function startsIn(doc: Node): ReadonlyMap<Node, number | null> {
  const starts = new Map<Node, number | null>();
  doc.forEach((block, offset) => starts.set(block, starts.has(block) ? null : offset));
  return starts;
}

/** The block in which a stretch lies whole, with the stretch as it is in there. */
function blockAt(doc: Node, { from, to }: Stretch): Omit<Found, 'replica'> | null {
  const { node: block, offset } = doc.childAfter(from);
  return block === null || to > offset + block.nodeSize ? null : { block, from: from - offset, to: to - offset };
}

/**
 * Where the text stands that an anchor is about; null where it is gone. The two places go with what is between them. What a
 * move wrote anew has other letters, though they read the same: there the quote leads on, from the place where it stood, or to the one
 * spot at which it stands now.
 */
function findByPlaces(replica: Replica, doc: Node, { quote, from, to }: CommentAnchor): Stretch | null {
  const [start, end] = [posAt(replica, from), posAt(replica, to)];
  if (start === null || end === null || start >= end) return null;
  const wanted = squeeze(quote);
  const said = squeeze(textIn(doc, start, end));
  if (said === '' || said.length >= wanted.length) return { from: start, to: end };
  return (
    (wanted.startsWith(said) && standingAt(doc, wanted, start, 'after')) ||
    (wanted.endsWith(said) && standingAt(doc, wanted, end, 'before')) || { from: start, to: end }
  );
}

function findByQuote(replica: Replica, doc: Node, { quote, from, to }: CommentAnchor): Stretch | null {
  const wanted = squeeze(quote);
  if (wanted === '') return null;
  for (const place of [posAt(replica, from), posAt(replica, to)]) {
    if (place === null) continue;
    const here = standingAt(doc, wanted, place, 'after') ?? standingAt(doc, wanted, place, 'before');
    if (here !== null) return here;
  }
  return onlyOne(doc, wanted);
}

/** As the editor's own way, which goes through the whole document up to there also where all is in one line. */
function textIn(doc: Node, from: number, to: number): string {
  const $from = doc.resolve(from);
  const { parentOffset, parent } = $from;
  return to <= $from.end() ? parent.textBetween(parentOffset, parentOffset + to - from, '\n') : doc.textBetween(from, to, '\n');
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

/** The place of the unit after a position (`side` 0) or in front of it (-1), as Yjs writes relative positions. */
function placeAt(replica: Replica, pos: number, side: 0 | -1): Uint8Array {
  return Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(replica.roots.text, replica.unitsAt(pos), side));
}

/**
 * The position of a place. Where its unit is gone, the position at which it was. A place that makes no sense is one that is gone: the
 * server has looked at its form, and people at the rest.
 */
function posAt(replica: Replica, place: string): number | null {
  const relative = Y.decodeRelativePosition(Uint8Array.from(atob(place), (letter) => letter.charCodeAt(0)));
  const { item, assoc } = relative;
  const shown = item === null ? null : stretchOfUnit(replica, [item.client, item.clock]);
  if (shown !== null) return assoc < 0 ? shown.to : shown.from;
  const found = Y.createAbsolutePositionFromRelativePosition(relative, replica.doc);
  return found?.type === replica.roots.text ? replica.positionOf(found.index) : null;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
