import type { Node } from '@tiptap/pm/model';
import { plainTextOf, type PlainText } from './plain-text.ts';
import { changeOf, isSuggestionMark, stampOf, stampsOf, type Stamp, type Values } from './stamp.ts';

/**
 * A place of a document with a suggested change. `from` and `to` are ProseMirror positions: of
 * characters, or of the whole node for a block leaf. For a block whose marker is suggested for
 * insertion (`split`, `cellInsertion`) or deletion (`join`, `cellDeletion`), `from` is the start of
 * the block. A table cell is inserted and deleted with the marker of its first block.
 */
export type Spot = { readonly from: number; readonly to: number; readonly stamp: Stamp } & Proposal;

/**
 * The change proposed at a spot. `node…`: the leaf or the block is inserted or deleted as a whole.
 */
export type Proposal =
  | { readonly kind: 'insertion' | 'deletion' | NodeArrival | NodeRemoval }
  | { readonly kind: 'format'; readonly set: Values; readonly was: Values }
  | {
      readonly kind: 'block';
      readonly set: Values;
      readonly was: Values;
      /** Types of its ancestors from the outermost, and its own type. */
      readonly path: readonly string[];
      /** Types of the containers that it leaves, from the outermost; absent if unknown. */
      readonly pathBefore?: readonly string[];
    };

type NodeArrival = 'split' | 'cellInsertion' | 'nodeInsertion';
type NodeRemoval = 'join' | 'cellDeletion' | 'nodeDeletion';

/** All spots with one id, as shown on a card. Texts have line breaks at block ends. */
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

/** Returns the spots of a document in text order; a node before its content. */
export function spotsOf(doc: Node): Spot[] {
  const spots: Spot[] = [];
  doc.forEach((block, start) => {
    for (const spot of spotsIn(block)) spots.push(movedBy(start, spot));
  });
  return spots;
}

/** Returns the suggestions of a document, ordered by their start. */
export function suggestionsOf(doc: Node): Suggestion[] {
  const byId = new Map<string, { block: Node; start: number }[]>();
  doc.forEach((block, start) => {
    for (const id of suggestionsIn(block).keys()) {
      const places = byId.get(id);
      if (places === undefined) byId.set(id, [{ block, start }]);
      else places.push({ block, start });
    }
  });
  let text: PlainText | null = null;
  return [...byId].flatMap(([id, places]): Suggestion[] => {
    const [first] = places;
    if (first === undefined) return [];
    const whole = suggestionsIn(first.block).get(id);
    if (places.length === 1 && whole !== undefined) return [movedSuggestion(first.start, whole)];
    const spots = places.flatMap(
      ({ block, start }) =>
        suggestionsIn(block)
          .get(id)
          ?.spots.map((spot) => movedBy(start, spot)) ?? [],
    );
    return [together((text ??= plainTextOf(doc)), id, spots)];
  });
}

/**
 * Returns the ids of the suggestions that touch a range of a document. Visits only the blocks of
 * the range, because editors ask after each change of the selection.
 */
export function suggestionIdsAt(doc: Node, from: number, to: number): ReadonlySet<string> {
  const ids = new Set<string>();
  // The end of a block is the start of the next.
  const first = Math.max(doc.resolve(from).index(0) - 1, 0);
  const last = Math.min(doc.resolve(to).index(0), doc.childCount - 1);
  let start = doc.resolve(from).posAtIndex(first, 0);
  for (let index = first; index <= last; index += 1) {
    const block = doc.child(index);
    for (const spot of spotsIn(block))
      if (start + spot.from <= to && start + spot.to >= from) ids.add(spot.stamp.id);
    start += block.nodeSize;
  }
  return ids;
}

/**
 * Cached results by block, with positions as if the block began the document: an unchanged block
 * object is not processed again.
 */
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
  const alone = plainTextOf(block.type.schema.topNodeType.create(null, block));
  const byId = Map.groupBy(spots, ({ stamp }) => stamp.id);
  const found = new Map([...byId].map(([id, own]) => [id, together(alone, id, own)]));
  knownSuggestions.set(block, found);
  return found;
}

function together(text: PlainText, id: string, spots: readonly Spot[]): Suggestion {
  return {
    id,
    author: spots[0]?.stamp.author ?? '',
    at: spots.reduce((least, { stamp }) => Math.min(least, stamp.at), Infinity),
    from: spots.reduce((least, { from }) => Math.min(least, from), Infinity),
    to: spots.reduce((most, { to }) => Math.max(most, to), 0),
    spots,
    added: wordsAt(text, spots, ['insertion', 'split', 'cellInsertion', 'nodeInsertion']),
    removed: wordsAt(text, spots, ['deletion', 'join', 'cellDeletion', 'nodeDeletion']),
  };
}

const movedBy = <S extends { readonly from: number; readonly to: number }>(
  start: number,
  spot: S,
): S => ({
  ...spot,
  from: spot.from + start,
  to: spot.to + start,
});

const moved = new WeakMap<Suggestion, Suggestion>();

/**
 * Moves a suggestion by `start`. Returns the same object as last time if its position is unchanged.
 */
function movedSuggestion(start: number, suggestion: Suggestion): Suggestion {
  const last = moved.get(suggestion);
  if (last?.from === suggestion.from + start) return last;
  const now = {
    ...movedBy(start, suggestion),
    spots: suggestion.spots.map((spot) => movedBy(start, spot)),
  };
  moved.set(suggestion, now);
  return now;
}

/** Returns the suggestions on text or an inline leaf at `from`. Invalid marks are ignored. */
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

/** Returns the suggestions on a block or container at `from`. Invalid attributes are ignored. */
function nodeSpots(
  node: Node,
  from: number,
  { around, isFirst }: { around: readonly string[]; isFirst: boolean },
): Spot[] {
  const path = [...around, node.type.name];
  const to = from + (node.isTextblock ? 1 : node.nodeSize);
  const { insertion, deletion, modification } = node.attrs as Values;
  const [arrival, removal]: [NodeArrival, NodeRemoval] = kindsOf(
    node,
    isFirst && cells.has(around.at(-1)),
  );
  return [
    ...stampsOf(insertion).map((stamp) => ({ from, to, stamp, kind: arrival })),
    ...stampsOf(deletion).map((stamp) => ({ from, to, stamp, kind: removal })),
    ...stampsOf(modification).map(
      ({ set, was, ...stamp }) => ({ from, to, stamp, kind: 'block', set, was, path }) as const,
    ),
  ];
}

/** Returns the kinds of the suggested insertion and deletion of a node. */
function kindsOf(node: Node, isFirstOfCell: boolean): [NodeArrival, NodeRemoval] {
  if (!node.isTextblock) return ['nodeInsertion', 'nodeDeletion'];
  return isFirstOfCell ? ['cellInsertion', 'cellDeletion'] : ['split', 'join'];
}

const markers: ReadonlySet<Spot['kind']> = new Set([
  'split',
  'cellInsertion',
  'join',
  'cellDeletion',
]);

/**
 * Returns the text at spots of some kinds: a line break for each marker, and an ellipsis for text
 * between two spots.
 */
function wordsAt(text: PlainText, spots: readonly Spot[], kinds: readonly Spot['kind'][]): string {
  let words = '';
  let end = -1;
  for (const { kind, from, to } of spots) {
    if (!kinds.includes(kind) || from < end) continue;
    const isMarker = markers.has(kind);
    if (end >= 0 && !isMarker && text.hasBetween(end, from)) words += ' … ';
    if (isMarker) words += words === '' ? '' : '\n';
    else if (kind === 'nodeInsertion' || kind === 'nodeDeletion')
      words += `${words === '' ? '' : '\n'}${text.between(from, to)}`;
    else words += text.between(from, to);
    end = to;
  }
  return words;
}
