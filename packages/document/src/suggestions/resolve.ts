import type { Node } from '@tiptap/pm/model';
import { Selection } from '@tiptap/pm/state';
import { canSplit, findWrapping, liftTarget, type Transform } from '@tiptap/pm/transform';
import { breakLines } from './line-breaks.ts';
import { sinkItem } from './lists.ts';
import { spotsOf, type Spot, type SplitForm } from './list.ts';
import { isEmptied } from './square.ts';
import { isSuggestionMark, splitSign, suggestionAttributes, type BlockChange, type FormatChange, type Stamp } from './stamp.ts';

/** A stretch of a document, as ProseMirror positions. */
export type Stretch = { readonly from: number; readonly to: number };

/**
 * The parts of a spot (in the document as it was before anything was decided) that somebody else was typing at the moment in which it
 * was suggested to insert or delete what stands there. They stay whatever is decided.
 */
export type Foreign = (spot: Spot) => readonly Stretch[];

/**
 * Makes suggestions real, or takes them away: the steps go into `tr`, whose document must be the one that they are in. `which` picks
 * them; `within` limits them to a stretch. Answers where they were. From the end to the beginning, so that spots that are still to come stay where they are.
 */
export function resolveSuggestions(
  tr: Transform,
  verdict: 'accept' | 'reject',
  which: (stamp: Stamp) => boolean,
  { within, foreign }: { readonly foreign?: Foreign; readonly within?: Stretch } = {},
): readonly Spot[] {
  const spots = spotsOf(tr.doc)
    .filter(({ stamp }) => which(stamp))
    .filter(({ from, to }) => within === undefined || (from < within.to && to > within.from));
  const kept = foreign ? new Map(spots.map((spot) => [spot, foreign(spot)])) : new Map<Spot, readonly Stretch[]>();
  const done = tr.steps.length;
  const wrapped: Wrapped = new Map();
  // Whole nodes go first: what is joined with one that goes is not to go with it.
  const isFirst = (spot: Spot): boolean => verdict === 'accept' && spot.kind === 'nodeDeletion';
  spots.reverse();
  for (const found of [...spots.filter(isFirst), ...spots.filter((spot) => !isFirst(spot))]) {
    // Several may be about the same text.
    const spot = { ...found, ...mapped(tr, done, found) };
    if (spot.from >= spot.to || !isStill(tr.doc, spot)) continue;
    const stay = (kept.get(found) ?? []).map((part) => mapped(tr, done, part)).filter(({ from, to }) => from < to);
    if (verdict === 'accept') accept(tr, spot, stay, wrapped);
    else reject(tr, spot, stay);
  }
  breakLines(tr, done);
  return spots;
}

function mapped(tr: Transform, since: number, { from, to }: Stretch): Stretch {
  const mapping = tr.mapping.slice(since);
  return { from: mapping.map(from, 1), to: mapping.map(to, -1) };
}

/** Whether the spot still carries what was found there: deciding about a node may have taken along what was in it. */
function isStill(doc: Node, { from, kind, stamp }: Spot): boolean {
  if (kind === 'split' && doc.textBetween(from, from + 1) !== splitSign) return false;
  const node = from < doc.content.size ? doc.nodeAt(from) : null;
  if (node === null) return false;
  if (kind === 'insertion' || kind === 'split' || kind === 'deletion' || kind === 'format') {
    const name = kind === 'format' ? 'modification' : kind === 'split' ? 'insertion' : kind;
    return node.isText && node.marks.some((mark) => mark.type.name === name && mark.attrs['id'] === stamp.id);
  }
  return !node.isText;
}

/** Where each suggestion has wrapped something last (by its id), and how many steps had been made then. */
type Wrapped = Map<string, { readonly at: number; readonly since: number }>;

function accept(tr: Transform, spot: Spot, kept: readonly Stretch[], wrapped: Wrapped): void {
  const { from, to, stamp } = spot;
  switch (spot.kind) {
    case 'insertion':
      return unmark(tr, spot, 'insertion', stamp);
    case 'deletion':
      return deleteOwn(tr, spot, kept, stamp, 'deletion');
    case 'format':
      unmark(tr, spot, 'modification', stamp);
      return format(tr, spot, spot.change);
    case 'nodeInsertion':
      return clear(tr, from, 'insertion');
    case 'nodeDeletion':
      return kept.length === 0 ? removeNode(tr, from) : emptyNode(tr, spot, kept, stamp);
    case 'split':
      return split(tr, from, spot.form);
    case 'join':
      return join(tr, from);
    case 'block':
      clear(tr, from, 'modification');
      return changeBlock(tr, from, spot.change, stamp, wrapped);
    default:
      return unreachable(spot, to);
  }
}

function reject(tr: Transform, spot: Spot, kept: readonly Stretch[]): void {
  const { from, to, stamp } = spot;
  switch (spot.kind) {
    case 'insertion':
      return deleteOwn(tr, spot, kept, stamp, 'insertion');
    case 'deletion':
      return unmark(tr, spot, 'deletion', stamp);
    case 'format':
      return unmark(tr, spot, 'modification', stamp);
    case 'split':
      tr.delete(from, to);
      return;
    case 'nodeInsertion':
      // Somebody else has written into it: then it stays, and is no suggestion any more.
      return isEmptied(tr.doc.nodeAt(from)) ? removeNode(tr, from) : clear(tr, from, 'insertion');
    case 'nodeDeletion':
      return clear(tr, from, 'deletion');
    case 'join':
      return clear(tr, from, 'join');
    case 'block':
      return clear(tr, from, 'modification');
    default:
      return unreachable(spot, to);
  }
}

/** Takes one suggestion's mark off a stretch, and off nothing else. */
function unmark(tr: Transform, { from, to }: Stretch, name: string, { id }: Stamp): void {
  tr.doc.nodesBetween(from, to, (node) => {
    for (const mark of node.marks) if (mark.type.name === name && mark.attrs['id'] === id) tr.removeMark(from, to, mark);
  });
}

/** Deletes a stretch but for what somebody else was typing there, which loses the mark instead. */
function deleteOwn(tr: Transform, { from, to }: Stretch, kept: readonly Stretch[], stamp: Stamp, mark: string): void {
  let end = to;
  for (const part of [...kept].reverse()) {
    if (part.to < end) tr.delete(part.to, end);
    unmark(tr, part, mark, stamp);
    end = part.from;
  }
  if (from < end) tr.delete(from, end);
}

/** A node into which somebody was writing stays, with what its author had not seen. */
function emptyNode(tr: Transform, { from, to }: Stretch, kept: readonly Stretch[], stamp: Stamp): void {
  clear(tr, from, 'deletion');
  const texts: Stretch[] = [];
  tr.doc.nodesBetween(from, to, (node, pos) => {
    if (node.isText) texts.push({ from: pos, to: pos + node.nodeSize });
  });
  for (const text of texts.reverse()) {
    const parts = kept.filter((part) => part.from < text.to && part.to > text.from);
    const inside = parts.map((part) => ({ from: Math.max(part.from, text.from), to: Math.min(part.to, text.to) }));
    deleteOwn(tr, text, inside, stamp, 'deletion');
  }
}

function format(tr: Transform, { from, to }: Stretch, change: FormatChange): void {
  const { marks } = tr.doc.type.schema;
  const type = marks['remove' in change ? change.remove : change.add.type];
  if (type === undefined || isSuggestionMark(type.name)) return;
  if ('remove' in change) tr.removeMark(from, to, type);
  else tr.addMark(from, to, type.create(change.add.attrs));
}

/** Takes a suggestion off a node. */
function clear(tr: Transform, at: number, attribute: string): void {
  tr.setNodeAttribute(at, attribute, null);
}

/** Removes a node, and those around it that would stand there empty. What must hold a block gets an empty paragraph. */
function removeNode(tr: Transform, at: number): void {
  const $at = tr.doc.resolve(at);
  let depth = $at.depth;
  while (depth > 0 && $at.node(depth).childCount === 1 && !mustStay($at.node(depth))) depth -= 1;
  const from = depth === $at.depth ? at : $at.before(depth + 1);
  const node = tr.doc.nodeAt(from);
  if (node === null) return;
  const parent = tr.doc.resolve(from).parent;
  const paragraph = tr.doc.type.schema.nodes['paragraph'];
  if (parent.childCount === 1 && !parent.isTextblock && mustStay(parent) && paragraph)
    tr.replaceWith(from, from + node.nodeSize, paragraph.create());
  else tr.delete(from, from + node.nodeSize);
}

const mustStay = (node: Node): boolean =>
  node.type.name === 'doc' || node.type.name === 'tableCell' || node.type.name === 'tableHeader' || node.isTextblock;

/** Ends the block (or the line) at the suggested spot; what follows begins a new one, in a list a new item. */
function split(tr: Transform, at: number, form: SplitForm): void {
  const { hardBreak } = tr.doc.type.schema.nodes;
  if (form.depth === 0 && hardBreak) {
    tr.replaceWith(at, at + 1, hardBreak.create());
    return;
  }
  tr.delete(at, at + 1);
  const $at = tr.doc.resolve(at);
  const type = tr.doc.type.schema.nodes[form.type ?? ''];
  const inner = type === undefined ? { type: $at.parent.type, attrs: unsuggested($at.parent) } : { type, attrs: form.attrs };
  const item = $at.depth >= 2 ? $at.node(-1) : null;
  if (form.depth === 2 && item !== null && isItem(item)) {
    const types = [{ type: item.type, attrs: { ...unsuggested(item), ...unchecked(item) } }, inner];
    if (canSplit(tr.doc, at, 2, types)) {
      tr.split(at, 2, types);
      return;
    }
  }
  if (canSplit(tr.doc, at, 1, [inner])) tr.split(at, 1, [inner]);
}

const isItem = (node: Node): boolean => node.type.name === 'listItem' || node.type.name === 'taskItem';
const unchecked = (node: Node): { checked?: false } => (node.type.name === 'taskItem' ? { checked: false } : {});

/** A node's attributes without what is suggested about it: for another node that is to be like it. */
export function unsuggested(node: Node): Record<string, unknown> {
  return {
    ...node.attrs,
    ...Object.fromEntries(suggestionAttributes.filter((name) => name in node.attrs).map((name) => [name, null])),
  };
}

/** Joins the block at `at` with the text before it; where there is none in reach (the beginning, a table), the two stay apart. */
function join(tr: Transform, at: number): void {
  clear(tr, at, 'join');
  const before = textBefore(tr.doc, at);
  if (before !== null) tr.delete(before, at + 1);
}

/** The end of the text before the block at `at`, where that block could be joined with it. */
export function textBefore(doc: Node, at: number): number | null {
  const block = doc.nodeAt(at);
  const $at = doc.resolve(at);
  if (!block?.isTextblock) return null;
  const found = Selection.findFrom($at, -1, true);
  if (found === null) return null;
  const { $head } = found;
  if (!$head.parent.isTextblock || isolatesBetween(doc, $head.pos, at)) return null;
  return hasLeafBetween(doc, $head.pos, at) ? null : $head.pos;
}

function isolatesBetween(doc: Node, from: number, to: number): boolean {
  const [$from, $to] = [doc.resolve(from), doc.resolve(to)];
  const shared = $from.sharedDepth(to);
  for (let depth = shared + 1; depth <= $from.depth; depth += 1) if ($from.node(depth).type.spec.isolating) return true;
  for (let depth = shared + 1; depth <= $to.depth; depth += 1) if ($to.node(depth).type.spec.isolating) return true;
  return false;
}

function hasLeafBetween(doc: Node, from: number, to: number): boolean {
  let has = false;
  doc.nodesBetween(from, to, (node, pos) => {
    if (pos >= from && pos + node.nodeSize <= to && node.isLeaf) has = true;
  });
  return has;
}

function changeBlock(tr: Transform, at: number, change: BlockChange, { id }: Stamp, wrapped: Wrapped): void {
  const node = tr.doc.nodeAt(at);
  if (node === null) return;
  const { nodes } = tr.doc.type.schema;
  if ('to' in change) {
    const type = nodes[change.to.type];
    if (type === undefined) return;
    const attrs = { ...unsuggestedKeepers(node), ...change.to.attrs };
    if (!node.isTextblock || node.type === type) tr.setNodeMarkup(at, type, attrs, node.marks);
    else if (type.isTextblock) tr.setBlockType(at, at + node.nodeSize, type, attrs);
    return;
  }
  const range = tr.doc
    .resolve(at + (node.isLeaf ? 0 : 1))
    .blockRange(undefined, (parent) => parent === tr.doc.resolve(at).parent);
  if (range === null) return;
  if ('wrap' in change) {
    const outer = nodes[change.wrap[0]?.type ?? ''];
    const wrapping = outer ? findWrapping(range, outer, change.wrap[0]?.attrs ?? null) : null;
    if (wrapping) tr.wrap(range, wrapping);
    if (wrapping) joinWrapped(tr, range.start, id, wrapped);
    joinLists(tr, range.start);
  } else if ('lift' in change) {
    const target = liftTarget(range);
    if (target !== null) tr.lift(range, target);
  } else sinkItem(tr, at);
}

/** What is suggested about a node besides, which the new kind of it keeps. */
function unsuggestedKeepers(node: Node): Record<string, unknown> {
  return Object.fromEntries(suggestionAttributes.filter((name) => name in node.attrs).map((name) => [name, node.attrs[name]]));
}

/** What stands side by side and is wrapped by one suggestion stands in one thing: a paragraph that was split since is one quote. */
function joinWrapped(tr: Transform, at: number, id: string, wrapped: Wrapped): void {
  const last = wrapped.get(id);
  const [node, end] = [tr.doc.nodeAt(at), at + (tr.doc.nodeAt(at)?.nodeSize ?? 0)];
  if (last && tr.mapping.slice(last.since).map(last.at, 1) === end && tr.doc.nodeAt(end)?.type === node?.type) tr.join(end);
  wrapped.set(id, { at, since: tr.steps.length });
}

/** Two lists of one kind that have come to stand side by side are one. */
function joinLists(tr: Transform, at: number): void {
  const $after = tr.doc.resolve(at);
  const [before, list] = [$after.nodeBefore, $after.nodeAfter];
  const next = list ? tr.doc.resolve(at + list.nodeSize).nodeAfter : null;
  const names = ['bulletList', 'orderedList', 'taskList'];
  if (!list || !names.includes(list.type.name)) return;
  if (next?.type === list.type) tr.join(at + list.nodeSize);
  if (before?.type === list.type) tr.join(at);
}

function unreachable(spot: never, at: number): never {
  throw new Error(`unknown kind of suggestion at ${at}: ${JSON.stringify(spot)}`);
}
