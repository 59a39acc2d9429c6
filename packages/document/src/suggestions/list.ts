import type { Node } from '@tiptap/pm/model';
import { leafText } from '../leaves.ts';
import { changeOf, isSuggestionMark, stampOf, stampsOf, type Stamp, type Values } from './stamp.ts';

/**
 * A place of a document that a suggestion is about. `from` and `to` are ProseMirror positions: of letters, of the whole node for a leaf
 * among blocks, or from the beginning of the block whose marker is suggested to come (`split`) or to go (`join`).
 */
export type Spot = { readonly from: number; readonly to: number; readonly stamp: Stamp } & Proposal;

/** The change that is proposed at a spot. `node`: the leaf or the block comes or goes as a whole. */
export type Proposal =
  | { readonly kind: 'insertion' | 'deletion' | 'split' | 'join' | 'nodeInsertion' | 'nodeDeletion' }
  | { readonly kind: 'format'; readonly set: Values; readonly was: Values }
  | {
      readonly kind: 'block';
      readonly set: Values;
      readonly was: Values;
      /** The types of the nodes around it from the outermost, and its own. */
      readonly path: readonly string[];
    };

/** Everything with one id, as a card shows it. Texts are as they are read, with line ends where blocks end. */
export type Suggestion = {
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly spots: readonly Spot[];
  readonly added: string;
  readonly removed: string;
};

/** Answers where something is suggested in a document, in the order of the text; a node before its content. */
export function spotsOf(doc: Node): Spot[] {
  const spots: Spot[] = [];
  doc.forEach((block, start) => {
    for (const spot of spotsIn(block)) spots.push(movedBy(start, spot));
  });
  return spots;
}

/** Answers the suggestions of a document, in the order in which they begin. */
export function suggestionsOf(doc: Node): Suggestion[] {
  const byId = new Map<string, { block: Node; start: number }[]>();
  doc.forEach((block, start) => {
    for (const id of suggestionsIn(block).keys()) {
      const places = byId.get(id);
      if (places === undefined) byId.set(id, [{ block, start }]);
      else places.push({ block, start });
    }
  });
  return [...byId].flatMap(([id, places]): Suggestion[] => {
    const [first] = places;
    if (first === undefined) return [];
    const whole = suggestionsIn(first.block).get(id);
    if (places.length === 1 && whole !== undefined) return [movedSuggestion(first.start, whole)];
    const spots = places.flatMap(({ block, start }) =>
      spotsIn(block).flatMap((spot) => (spot.stamp.id === id ? [movedBy(start, spot)] : [])),
    );
    return [together(doc, id, spots)];
  });
}

/** Results in blocks, as if each began the document: a block that stays the same object is not looked at again. */
const knownSpots = new WeakMap<Node, readonly Spot[]>();
const knownSuggestions = new WeakMap<Node, ReadonlyMap<string, Suggestion>>();
const none: ReadonlyMap<string, Suggestion> = new Map();

function spotsIn(block: Node): readonly Spot[] {
  const known = knownSpots.get(block);
  if (known !== undefined) return known;
  const spots: Spot[] = [];
  const enter = (node: Node, from: number, around: readonly string[]): void => {
    spots.push(...spotsOn(node, from, around));
    if (node.childCount === 0) return;
    const path = [...around, node.type.name];
    node.forEach((child, offset) => enter(child, from + 1 + offset, path));
  };
  enter(block, 0, []);
  knownSpots.set(block, spots);
  return spots;
}

function suggestionsIn(block: Node): ReadonlyMap<string, Suggestion> {
  const spots = spotsIn(block);
  if (spots.length === 0) return none;
  const known = knownSuggestions.get(block);
  if (known !== undefined) return known;
  const alone = block.type.schema.topNodeType.create(null, block);
  const byId = Map.groupBy(spots, ({ stamp }) => stamp.id);
  const found = new Map([...byId].map(([id, own]) => [id, together(alone, id, own)]));
  knownSuggestions.set(block, found);
  return found;
}

function together(doc: Node, id: string, spots: readonly Spot[]): Suggestion {
  return {
    id,
    author: spots[0]?.stamp.author ?? '',
    at: spots.reduce((least, { stamp }) => Math.min(least, stamp.at), Infinity),
    from: spots.reduce((least, { from }) => Math.min(least, from), Infinity),
    to: spots.reduce((most, { to }) => Math.max(most, to), 0),
    spots,
    added: wordsAt(doc, spots, ['insertion', 'split', 'nodeInsertion']),
    removed: wordsAt(doc, spots, ['deletion', 'join', 'nodeDeletion']),
  };
}

const movedBy = <S extends { readonly from: number; readonly to: number }>(start: number, spot: S): S => ({
  ...spot,
  from: spot.from + start,
  to: spot.to + start,
});

const moved = new WeakMap<Suggestion, Suggestion>();

/** The same object where it stands where it stood the last time. */
function movedSuggestion(start: number, suggestion: Suggestion): Suggestion {
  const last = moved.get(suggestion);
  if (last?.from === suggestion.from + start) return last;
  const now = { ...movedBy(start, suggestion), spots: suggestion.spots.map((spot) => movedBy(start, spot)) };
  moved.set(suggestion, now);
  return now;
}

/** What is suggested on one node, which begins at `from`. Attributes and marks that make no sense are passed over. */
function spotsOn(node: Node, from: number, around: readonly string[]): Spot[] {
  return node.isInline ? inlineSpots(node, from) : nodeSpots(node, from, around);
}

function inlineSpots(node: Node, from: number): Spot[] {
  const to = from + node.nodeSize;
  return node.marks.flatMap((mark): Spot[] => {
    const { name } = mark.type;
    const stamp = isSuggestionMark(name) ? stampOf(mark.attrs) : null;
    if (stamp === null) return [];
    if (name === 'insertion' || name === 'deletion') return [{ from, to, stamp, kind: name }];
    return [{ from, to, stamp, kind: 'format', ...changeOf(mark.attrs) }];
  });
}

function nodeSpots(node: Node, from: number, around: readonly string[]): Spot[] {
  const path = [...around, node.type.name];
  const to = from + (node.isTextblock ? 1 : node.nodeSize);
  const { insertion, deletion, modification } = node.attrs as Values;
  return [
    ...stampsOf(insertion).map((stamp) => ({ from, to, stamp, kind: node.isTextblock ? 'split' : 'nodeInsertion' }) as const),
    ...stampsOf(deletion).map((stamp) => ({ from, to, stamp, kind: node.isTextblock ? 'join' : 'nodeDeletion' }) as const),
    ...stampsOf(modification).map(({ set, was, ...stamp }) => ({ from, to, stamp, kind: 'block', set, was, path }) as const),
  ];
}

/** The words at spots of some kinds: a line end for each marker, a sign where something stands between two spots. */
function wordsAt(doc: Node, spots: readonly Spot[], kinds: readonly Spot['kind'][]): string {
  let words = '';
  let end = -1;
  for (const { kind, from, to } of spots) {
    if (!kinds.includes(kind) || from < end) continue;
    const isMarker = kind === 'split' || kind === 'join';
    if (end >= 0 && !isMarker && doc.textBetween(end, from, '', textOfLeaf) !== '') words += ' … ';
    if (isMarker) words += words === '' ? '' : '\n';
    else if (kind === 'nodeInsertion' || kind === 'nodeDeletion')
      words += `${words === '' ? '' : '\n'}${doc.textBetween(from, to, '\n', textOfLeaf)}`;
    else words += doc.textBetween(from, to, '', textOfLeaf);
    end = to;
  }
  return words;
}

const textOfLeaf = ({ type, attrs }: Node): string => leafText(type.name, attrs);
