import { limits, type CommentAnchor } from '@longhand/contract';
import type { Node } from '@tiptap/pm/model';
import type { Selection } from '@tiptap/pm/state';
import type { Replica } from '@longhand/text';
import * as Y from 'yjs';
import { textIndexOf, withoutWhiteSpace } from './text-index.ts';
import type { TextRange } from '../../editor/text/text-range.ts';
import { rangeOfUnit } from '../../editor/text/units.ts';
import { wordsOfLeaf } from '../../editor/viewport/block-content.ts';

/**
 * Minimum length of a quote that is searched in the whole document (characters). A shorter one may
 * occur elsewhere by chance: it is searched at its old position only.
 */
const minSearchedQuote = 8;

/**
 * Creates the anchor of a comment on the selection; without a selection, on the block at the caret.
 * Null if there is no content. The quote of a leaf without text beside it is its own text, such as
 * the source of a formula; that of a picture without alternative text is empty.
 */
export function anchorOf(replica: Replica, doc: Node, selection: Selection): CommentAnchor | null {
  const { $from, from, to, empty } = selection;
  const meant = empty ? { from: $from.start(), to: $from.end() } : { from, to };
  const range = contentIn(doc, $from.depth === 0 && empty ? { from: 0, to: 0 } : meant);
  if (range === null) return null;
  const [first, last] = [placeAt(replica, range.from, 0), placeAt(replica, range.to, -1)];
  const between = (words: (leaf: Node) => string): string =>
    doc.textBetween(range.from, range.to, '\n', words);
  const quote = [...(between(searchedText) || between(wordsOfLeaf))]
    .slice(0, limits.quoteMax)
    .join('');
  return { quote: quote.toWellFormed(), from: toBase64(first), to: toBase64(last) };
}

/**
 * Returns the range from the first to the last character or leaf: without block boundaries and
 * surrounding white space.
 */
function contentIn(doc: Node, { from, to }: TextRange): TextRange | null {
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
    } else if (
      node.isLeaf &&
      node.type.name !== 'hardBreak' &&
      pos >= from &&
      pos + node.nodeSize <= to
    )
      take(pos, pos + node.nodeSize);
  });
  return first < last ? { from: first, to: last } : null;
}

/** Text of a leaf in quotes that contain other text: only alternative texts. */
const searchedText = (leaf: Node): string => {
  if (leaf.type.name === 'hardBreak') return '\n';
  const alt: unknown = leaf.attrs['alt'];
  return typeof alt === 'string' ? alt : '';
};

/** Last result of a search: its replica, its block, and the offset within it. */
type Found = TextRange & { readonly replica: Replica; readonly block: Node };

const lastFound = new WeakMap<CommentAnchor, Found>();

/**
 * Creates a function that finds the passages of anchors in the current document. To be created for
 * each pass. A result by relative positions in an unchanged block is reused, so that a pass costs
 * only what changed.
 */
export function createFinder(
  replica: Replica,
  doc: Node,
): (anchor: CommentAnchor) => TextRange | null {
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

/** Returns the start of each block of a document; null for a node that occurs twice. */
function startsIn(doc: Node): ReadonlyMap<Node, number | null> {
  const starts = new Map<Node, number | null>();
  doc.forEach((block, offset) => starts.set(block, starts.has(block) ? null : offset));
  return starts;
}

/** Returns the block that contains a whole range, with the range relative to it. */
function blockAt(doc: Node, { from, to }: TextRange): Omit<Found, 'replica'> | null {
  const { node: block, offset } = doc.childAfter(from);
  return block === null || to > offset + block.nodeSize
    ? null
    : { block, from: from - offset, to: to - offset };
}

/**
 * Finds the text of an anchor by its relative positions; null if it was deleted. The two positions
 * include the text between them. Text moved by deletion and insertion consists of new units with
 * the same characters. If only part of the quote is found, the whole quote is searched at its old
 * position.
 */
function findByPlaces(
  replica: Replica,
  doc: Node,
  { quote, from, to }: CommentAnchor,
): TextRange | null {
  const [start, end] = [posAt(replica, from), posAt(replica, to)];
  if (start === null || end === null || start >= end) return null;
  const wanted = withoutWhiteSpace(quote);
  const found = withoutWhiteSpace(textIn(doc, start, end));
  if (found === '' || found.length >= wanted.length) return { from: start, to: end };
  return (
    (wanted.startsWith(found) && matchAt(doc, wanted, start, 'after')) ||
    (wanted.endsWith(found) && matchAt(doc, wanted, end, 'before')) || { from: start, to: end }
  );
}

function findByQuote(
  replica: Replica,
  doc: Node,
  { quote, from, to }: CommentAnchor,
): TextRange | null {
  const wanted = withoutWhiteSpace(quote);
  if (wanted === '') return null;
  for (const place of [posAt(replica, from), posAt(replica, to)]) {
    if (place === null) continue;
    const here = matchAt(doc, wanted, place, 'after') ?? matchAt(doc, wanted, place, 'before');
    if (here !== null) return here;
  }
  return uniqueMatch(doc, wanted);
}

/**
 * Equivalent to the editor's `textBetween`, which walks the whole document up to the range even if
 * that is within one line.
 */
function textIn(doc: Node, from: number, to: number): string {
  const $from = doc.resolve(from);
  const { parentOffset, parent } = $from;
  return to <= $from.end()
    ? parent.textBetween(parentOffset, parentOffset + to - from, '\n')
    : doc.textBetween(from, to, '\n');
}

function matchAt(
  doc: Node,
  wanted: string,
  pos: number,
  side: 'after' | 'before',
): TextRange | null {
  const index = textIndexOf(doc);
  const count = index.before(pos);
  const first = side === 'after' ? count : count - wanted.length;
  return first >= 0 && index.text.startsWith(wanted, first)
    ? index.range(first, first + wanted.length)
    : null;
}

function uniqueMatch(doc: Node, wanted: string): TextRange | null {
  if (wanted.length < minSearchedQuote) return null;
  const index = textIndexOf(doc);
  const first = index.text.indexOf(wanted);
  if (first < 0 || index.text.includes(wanted, first + 1)) return null;
  return index.range(first, first + wanted.length);
}

/** Encodes the Yjs relative position of the unit after a position (`side` 0) or before it (-1). */
function placeAt(replica: Replica, pos: number, side: 0 | -1): Uint8Array {
  return Y.encodeRelativePosition(
    Y.createRelativePositionFromTypeIndex(replica.roots.text, replica.unitsAt(pos), side),
  );
}

/**
 * Resolves a relative position; for a deleted unit, returns its former position. An invalid
 * position is treated as deleted: the server only validates its format.
 */
function posAt(replica: Replica, place: string): number | null {
  const relative = Y.decodeRelativePosition(
    Uint8Array.from(atob(place), (letter) => letter.charCodeAt(0)),
  );
  const { item, assoc } = relative;
  const shown = item === null ? null : rangeOfUnit(replica, [item.client, item.clock]);
  if (shown !== null) return assoc < 0 ? shown.to : shown.from;
  const absolute = Y.createAbsolutePositionFromRelativePosition(relative, replica.doc);
  return absolute?.type === replica.roots.text ? replica.positionOf(absolute.index) : null;
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
