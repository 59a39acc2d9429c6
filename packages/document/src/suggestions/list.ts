import type { Node } from '@tiptap/pm/model';
import { plainTextOf, type PlainText } from './plain-text.ts';
import {
  changeOf,
  isSuggestionMark,
  parseSuggestionMeta,
  parseSuggestedChanges,
  type SuggestionMeta,
  type Values,
} from './suggestion-meta.ts';

/**
 * A range of a document with a suggested change. `from` and `to` are ProseMirror positions: of
 * characters, or of the whole node for a block leaf. For a block whose marker is suggested for
 * insertion (`split`, `cellInsertion`) or deletion (`join`, `cellDeletion`), `from` is the start of
 * the block. A table cell is inserted and deleted with the marker of its first block.
 */
export type SuggestedRange = {
  readonly from: number;
  readonly to: number;
  readonly meta: SuggestionMeta;
} & Proposal;

/**
 * The change proposed at a range. `node…`: the leaf or the block is inserted or deleted as a whole.
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

/** All ranges with one id, as shown on a card. Texts have line breaks at block ends. */
export type Suggestion = {
  readonly id: string;
  readonly author: string;
  readonly at: number;
  readonly from: number;
  readonly to: number;
  readonly ranges: readonly SuggestedRange[];
  readonly added: string;
  readonly removed: string;
};

/** Returns the ranges of a document in text order; a node before its content. */
export function suggestedRangesOf(doc: Node): SuggestedRange[] {
  const ranges: SuggestedRange[] = [];
  doc.forEach((block, start) => {
    for (const range of rangesIn(block)) ranges.push(movedBy(start, range));
  });
  return ranges;
}

/** Returns the suggestions of a document, ordered by their start. */
export function suggestionsOf(doc: Node): Suggestion[] {
  const byId = new Map<string, { block: Node; start: number }[]>();
  doc.forEach((block, start) => {
    for (const id of suggestionsIn(block).keys()) {
      const occurrences = byId.get(id);
      if (occurrences === undefined) byId.set(id, [{ block, start }]);
      else occurrences.push({ block, start });
    }
  });
  let text: PlainText | null = null;
  return [...byId].flatMap(([id, occurrences]): Suggestion[] => {
    const [first] = occurrences;
    if (first === undefined) return [];
    const whole = suggestionsIn(first.block).get(id);
    if (occurrences.length === 1 && whole !== undefined)
      return [movedSuggestion(first.start, whole)];
    const ranges = occurrences.flatMap(
      ({ block, start }) =>
        suggestionsIn(block)
          .get(id)
          ?.ranges.map((range) => movedBy(start, range)) ?? [],
    );
    return [together((text ??= plainTextOf(doc)), id, ranges)];
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
    for (const range of rangesIn(block))
      if (start + range.from <= to && start + range.to >= from) ids.add(range.meta.id);
    start += block.nodeSize;
  }
  return ids;
}

/**
 * Cached results by block, with positions as if the block began the document: an unchanged block
 * object is not processed again.
 */
const knownRanges = new WeakMap<Node, readonly SuggestedRange[]>();
const knownSuggestions = new WeakMap<Node, ReadonlyMap<string, Suggestion>>();
const none: ReadonlyMap<string, Suggestion> = new Map();

function rangesIn(block: Node): readonly SuggestedRange[] {
  const known = knownRanges.get(block);
  if (known !== undefined) return known;
  const ranges: SuggestedRange[] = [];
  const enter = (node: Node, from: number, around: readonly string[], isFirst: boolean): void => {
    if (node.isInline) ranges.push(...inlineRanges(node, from));
    else ranges.push(...nodeRanges(node, from, { around, isFirst }));
    if (node.childCount === 0) return;
    const path = [...around, node.type.name];
    node.forEach((child, offset) => enter(child, from + 1 + offset, path, offset === 0));
  };
  enter(block, 0, [], true);
  knownRanges.set(block, ranges);
  return ranges;
}

function suggestionsIn(block: Node): ReadonlyMap<string, Suggestion> {
  const ranges = rangesIn(block);
  if (ranges.length === 0) return none;
  const known = knownSuggestions.get(block);
  if (known !== undefined) return known;
  const alone = plainTextOf(block.type.schema.topNodeType.create(null, block));
  const byId = Map.groupBy(ranges, ({ meta }) => meta.id);
  const found = new Map([...byId].map(([id, own]) => [id, together(alone, id, own)]));
  knownSuggestions.set(block, found);
  return found;
}

function together(text: PlainText, id: string, ranges: readonly SuggestedRange[]): Suggestion {
  return {
    id,
    author: ranges[0]?.meta.author ?? '',
    at: ranges.reduce((least, { meta }) => Math.min(least, meta.at), Infinity),
    from: ranges.reduce((least, { from }) => Math.min(least, from), Infinity),
    to: ranges.reduce((most, { to }) => Math.max(most, to), 0),
    ranges,
    added: wordsAt(text, ranges, ['insertion', 'split', 'cellInsertion', 'nodeInsertion']),
    removed: wordsAt(text, ranges, ['deletion', 'join', 'cellDeletion', 'nodeDeletion']),
  };
}

const movedBy = <S extends { readonly from: number; readonly to: number }>(
  start: number,
  range: S,
): S => ({
  ...range,
  from: range.from + start,
  to: range.to + start,
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
    ranges: suggestion.ranges.map((range) => movedBy(start, range)),
  };
  moved.set(suggestion, now);
  return now;
}

/** Returns the suggestions on text or an inline leaf at `from`. Invalid marks are ignored. */
function inlineRanges(node: Node, from: number): SuggestedRange[] {
  const to = from + node.nodeSize;
  return node.marks.flatMap((mark): SuggestedRange[] => {
    const { name } = mark.type;
    const meta = isSuggestionMark(name) ? parseSuggestionMeta(mark.attrs) : null;
    if (meta === null) return [];
    if (name === 'insertion' || name === 'deletion') return [{ from, to, meta, kind: name }];
    return [{ from, to, meta, kind: 'format', ...changeOf(mark.attrs) }];
  });
}

const cells: ReadonlySet<string | undefined> = new Set(['tableCell', 'tableHeader']);

/** Returns the suggestions on a block or container at `from`. Invalid attributes are ignored. */
function nodeRanges(
  node: Node,
  from: number,
  { around, isFirst }: { around: readonly string[]; isFirst: boolean },
): SuggestedRange[] {
  const path = [...around, node.type.name];
  const to = from + (node.isTextblock ? 1 : node.nodeSize);
  const { insertion, deletion, modification } = node.attrs as Values;
  const [arrival, removal]: [NodeArrival, NodeRemoval] = kindsOf(
    node,
    isFirst && cells.has(around.at(-1)),
  );
  return [
    ...parseSuggestedChanges(insertion).map((meta) => ({ from, to, meta, kind: arrival })),
    ...parseSuggestedChanges(deletion).map((meta) => ({ from, to, meta, kind: removal })),
    ...parseSuggestedChanges(modification).map(
      ({ set, was, ...meta }) => ({ from, to, meta, kind: 'block', set, was, path }) as const,
    ),
  ];
}

/** Returns the kinds of the suggested insertion and deletion of a node. */
function kindsOf(node: Node, isFirstOfCell: boolean): [NodeArrival, NodeRemoval] {
  if (!node.isTextblock) return ['nodeInsertion', 'nodeDeletion'];
  return isFirstOfCell ? ['cellInsertion', 'cellDeletion'] : ['split', 'join'];
}

const markers: ReadonlySet<SuggestedRange['kind']> = new Set([
  'split',
  'cellInsertion',
  'join',
  'cellDeletion',
]);

/**
 * Returns the text at ranges of some kinds: a line break for each marker, and an ellipsis for text
 * between two ranges.
 */
function wordsAt(
  text: PlainText,
  ranges: readonly SuggestedRange[],
  kinds: readonly SuggestedRange['kind'][],
): string {
  let words = '';
  let end = -1;
  for (const { kind, from, to } of ranges) {
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
