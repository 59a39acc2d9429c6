import type { Node } from '@tiptap/pm/model';
import { leafText } from '../leaves.ts';
import { changeOf, isSuggestionMark, stampOf, stampsOf, type Stamp, type Values } from './stamp.ts';

/**
 * A place of a document that a suggestion is about. `from` and `to` are ProseMirror positions: of letters, of the whole node for a leaf
 * among blocks, or from the beginning of the block whose marker is suggested to come (`split`, `cellInsertion`) or to go (`join`,
 * `cellDeletion`). A table cell comes and goes with the marker of its first block.
 */
export type Spot = { readonly from: number; readonly to: number; readonly stamp: Stamp } & Proposal;

/** The change that is proposed at a spot. `node`: the leaf or the block comes or goes as a whole. */
export type Proposal =
  | { readonly kind: 'insertion' | 'deletion' | NodeArrival | NodeRemoval }
  | { readonly kind: 'format'; readonly set: Values; readonly was: Values }
  | {
      readonly kind: 'block';
      readonly set: Values;
      readonly was: Values;
      /** The types of the nodes around it from the outermost, and its own. */
      readonly path: readonly string[];
    };

type NodeArrival = 'split' | 'cellInsertion' | 'nodeInsertion';
type NodeRemoval = 'join' | 'cellDeletion' | 'nodeDeletion';

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
  const enter = (node: Node, from: number, around: readonly string[], isFirst: boolean): void => {
    if (node.isInline) spots.push(...inlineSpots(node, from));
    else spots.push(...nodeSpots(node, from, { around, isFirst }));
    if (node.childCount === 0) return;
    const path = [...around, node.type.name];
    node.forEach((child, offset) => enter(child, from + 1 + offset, path, offset === 0));
  };
  enter(block, 0, [], true);
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
    added: wordsAt(doc, spots, ['insertion', 'split', 'cellInsertion', 'nodeInsertion']),
    removed: wordsAt(doc, spots, ['deletion', 'join', 'cellDeletion', 'nodeDeletion']),
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

/** The suggestions on letters or an inline leaf at `from`. Marks that make no sense are passed over. */
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

const cells: ReadonlySet<string | undefined> = new Set(['tableCell', 'tableHeader']);

/** The suggestions on a block or container at `from`. Attributes that make no sense are passed over. */
function nodeSpots(node: Node, from: number, { around, isFirst }: { around: readonly string[]; isFirst: boolean }): Spot[] {
  const path = [...around, node.type.name];
  const to = from + (node.isTextblock ? 1 : node.nodeSize);
  const { insertion, deletion, modification } = node.attrs as Values;
  const [arrival, removal]: [NodeArrival, NodeRemoval] = kindsOf(node, isFirst && cells.has(around.at(-1)));
  return [
    ...stampsOf(insertion).map((stamp) => ({ from, to, stamp, kind: arrival })),
    ...stampsOf(deletion).map((stamp) => ({ from, to, stamp, kind: removal })),
    ...stampsOf(modification).map(({ set, was, ...stamp }) => ({ from, to, stamp, kind: 'block', set, was, path }) as const),
  ];
}

/** The kinds of a node that is suggested to come and to go. */
function kindsOf(node: Node, isFirstOfCell: boolean): [NodeArrival, NodeRemoval] {
  if (!node.isTextblock) return ['nodeInsertion', 'nodeDeletion'];
  return isFirstOfCell ? ['cellInsertion', 'cellDeletion'] : ['split', 'join'];
}

const markers: ReadonlySet<Spot['kind']> = new Set(['split', 'cellInsertion', 'join', 'cellDeletion']);

/** The words at spots of some kinds: a line end for each marker, a sign where something stands between two spots. */
function wordsAt(doc: Node, spots: readonly Spot[], kinds: readonly Spot['kind'][]): string {
  let words = '';
  let end = -1;
  for (const { kind, from, to } of spots) {
    if (!kinds.includes(kind) || from < end) continue;
    const isMarker = markers.has(kind);
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
