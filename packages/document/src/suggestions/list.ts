import type { Node } from '@tiptap/pm/model';
import { leafText } from '../leaves.ts';
import { blockChangeOf, formatChangeOf, nodeStamp, recordOf, splitSign, suggestionsOn } from './stamp.ts';
import type { BlockChange, FormatChange, Stamp } from './stamp.ts';

/** One spot of a document that a suggestion is about. `from` and `to` are ProseMirror positions. */
export type Spot = { readonly from: number; readonly to: number; readonly stamp: Stamp } & Proposal;

/** What is proposed at a spot. `node`: of the whole node there. `deletion.upTo`: how much of the text its author had seen. */
export type Proposal =
  | { readonly kind: 'insertion' | 'nodeInsertion' | 'join' }
  | { readonly kind: 'split'; readonly form: SplitForm }
  | { readonly kind: 'deletion' | 'nodeDeletion'; readonly upTo: string | null }
  | { readonly kind: 'format'; readonly change: FormatChange }
  | { readonly kind: 'block'; readonly change: BlockChange };

/** Everything that carries one id: what a card shows. Texts are as they are read, with line ends where blocks end. */
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

/** Where something is suggested in `doc`, in the order of the text; a node before what is in it. */
export function spotsOf(doc: Node): Spot[] {
  const spots: Spot[] = [];
  doc.forEach((block, start) => {
    for (const spot of spotsIn(block)) spots.push(movedBy(start, spot));
  });
  return spots;
}

/** The suggestions of a document, in the order in which they begin. */
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

/** What was found in blocks, as if each began the document: a block that stays the same object is not looked at again. */
const knownSpots = new WeakMap<Node, readonly Spot[]>();
const knownSuggestions = new WeakMap<Node, ReadonlyMap<string, Suggestion>>();
const none: ReadonlyMap<string, Suggestion> = new Map();

function spotsIn(block: Node): readonly Spot[] {
  const known = knownSpots.get(block);
  if (known !== undefined) return known;
  const spots = spotsOn(block, 0);
  block.descendants((node, from) => {
    spots.push(...spotsOn(node, from + 1));
  });
  knownSpots.set(block, spots);
  return spots;
}

function suggestionsIn(block: Node): ReadonlyMap<string, Suggestion> {
  const spots = spotsIn(block);
  if (spots.length === 0) return none;
  const known = knownSuggestions.get(block);
  if (known !== undefined) return known;
  const byId = new Map<string, Spot[]>();
  for (const spot of spots) {
    const list = byId.get(spot.stamp.id);
    if (list === undefined) byId.set(spot.stamp.id, [spot]);
    else list.push(spot);
  }
  const alone = block.type.schema.topNodeType.create(null, block);
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
    removed: wordsAt(doc, spots, ['deletion', 'nodeDeletion']),
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
export function spotsOn(node: Node, from: number): Spot[] {
  const to = from + node.nodeSize;
  if (node.isText) {
    return suggestionsOn(node).flatMap(({ mark, stamp }): Spot[] => {
      const at = { from, to, stamp };
      if (mark.type.name === 'insertion') {
        const form = splitForm(mark.attrs['split']);
        if (form === null) return [{ ...at, kind: 'insertion' }];
        // What somebody typed beside a split at that moment is text like any other.
        return [...(node.text ?? '').matchAll(splitOrText)].map(({ 0: part, index }): Spot => {
          const where = { from: from + index, to: from + index + part.length, stamp };
          return part === splitSign ? { ...where, kind: 'split', form } : { ...where, kind: 'insertion' };
        });
      }
      if (mark.type.name === 'deletion') return [{ ...at, kind: 'deletion', upTo: upToOf(mark.attrs) }];
      const change = formatChangeOf(mark);
      return change === null ? [] : [{ ...at, kind: 'format', change }];
    });
  }
  const spots: Spot[] = [];
  const inserted = nodeStamp(node, 'insertion');
  if (inserted) spots.push({ from, to, stamp: inserted, kind: 'nodeInsertion' });
  const deleted = nodeStamp(node, 'deletion');
  if (deleted) spots.push({ from, to, stamp: deleted, kind: 'nodeDeletion', upTo: upToOf(recordOf(node.attrs['deletion'])) });
  const joined = nodeStamp(node, 'join');
  if (joined) spots.push({ from, to: from + 1, stamp: joined, kind: 'join' });
  const modified = nodeStamp(node, 'modification');
  const change = blockChangeOf(node.attrs['modification']);
  if (modified && change) spots.push({ from, to, stamp: modified, kind: 'block', change });
  return spots;
}

/**
 * How a split splits: how many levels of blocks end (none: only the line is broken), and the kind of block that begins, where it is
 * another one than before it.
 */
export type SplitForm = { readonly depth: 0 | 1 | 2; readonly type?: string; readonly attrs: Readonly<Record<string, unknown>> };

const splitOrText = new RegExp(`${splitSign}|[^${splitSign}]+`, 'g');

/** Reads a {@link SplitForm} from the attribute `split` of an insertion; null where it has none. */
export function splitForm(value: unknown): SplitForm | null {
  const read = recordOf(value);
  if (read === null) return null;
  const { depth, type } = read;
  return {
    depth: depth === 0 || depth === 2 ? depth : 1,
    ...(typeof type === 'string' && { type }),
    attrs: recordOf(read['attrs']) ?? {},
  };
}

const upToOf = (given: Readonly<Record<string, unknown>> | null): string | null =>
  typeof given?.['upTo'] === 'string' ? given['upTo'] : null;

function wordsAt(doc: Node, spots: readonly Spot[], kinds: readonly Spot['kind'][]): string {
  const parts: string[] = [];
  let end = -1;
  for (const { kind, from, to } of spots) {
    if (!kinds.includes(kind) || from < end) continue;
    if (kind === 'nodeInsertion' || kind === 'nodeDeletion') {
      parts.push(`${parts.length > 0 ? '\n' : ''}${doc.textBetween(from, to, '\n', textOfLeaf)}`);
      end = to;
    } else if (kind === 'split') parts.push('\n');
    else
      parts.push(`${end >= 0 && end < from && doc.textBetween(end, from, '\n') !== '' ? ' … ' : ''}${doc.textBetween(from, to)}`);
    end = to;
  }
  return parts.join('');
}

const textOfLeaf = ({ type, attrs }: Node): string => leafText(type.name, attrs);
