import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { ReplaceStep, type Transform } from '@tiptap/pm/transform';
import { blockChangeOf, isSuggestionMark } from './stamp.ts';

/**
 * Makes what the steps of `tr` put into the text real text: whoever edits directly inside of somebody's suggestion is not suggesting.
 * Without this, letters would take over the marks of those beside them, as they take over bold.
 */
export function takeOffSuggestions(tr: Transform): void {
  const spans: { from: number; to: number }[] = [];
  for (const [i, step] of tr.steps.entries()) {
    if (!(step instanceof ReplaceStep)) continue;
    const rest = tr.mapping.slice(i + 1);
    step.getMap().forEach((_from, _to, from, to) => {
      if (to > from) spans.push({ from: rest.map(from, 1), to: rest.map(to, -1) });
    });
  }
  for (const { from, to } of spans) if (from < to) takeOff(tr, from, to);
}

function takeOff(tr: Transform, from: number, to: number): void {
  const joins: number[] = [];
  tr.doc.nodesBetween(from, to, (node, pos) => {
    for (const mark of node.marks) {
      if (isSuggestionMark(mark.type.name)) tr.removeMark(Math.max(pos, from), Math.min(pos + node.nodeSize, to), mark);
    }
    if (pos >= from && isNew(node)) joins.push(pos);
  });
  for (const at of joins) tr.setNodeAttribute(at, 'join', null);
  const $from = tr.doc.resolve(from);
  if (isLineBefore($from)) tr.setNodeAttribute($from.before(), 'modification', null);
  if (to - from === itemSplit) keepOnItem(tr, $from);
}

/** How many places it takes to end a block and its item, and to begin others. */
const itemSplit = 4;

/**
 * An item that is to come or to go, split before or in the middle of its words, is so with both halves. Paragraphs keep that by themselves, items of a list
 * are made anew.
 */
function keepOnItem(tr: Transform, $from: ResolvedPos): void {
  const item = $from.depth > 1 ? $from.node(-1) : null;
  const at = $from.pos + 2;
  const next = item?.type.name.endsWith('Item') ? tr.doc.nodeAt(at) : null;
  if (!item || item.type !== next?.type || next.firstChild?.content.size === 0) return;
  for (const name of ['insertion', 'deletion'])
    if (item.attrs[name] !== null && next.attrs[name] === null) tr.setNodeAttribute(at, name, item.attrs[name]);
}

/**
 * Whether a place is in an empty line that came to be before a block which is to be of another kind: as before a heading, it is a line like any
 * other. Where a block is split in the middle, both halves are to be of that kind.
 */
function isLineBefore({ doc, parent, pos }: ResolvedPos): boolean {
  const { modification } = parent.attrs;
  const change = parent.isTextblock && parent.content.size === 0 ? blockChangeOf(modification) : null;
  return change !== null && 'to' in change && doc.nodeAt(pos + 1)?.attrs['modification'] === modification;
}

/** A block that came to be by splitting one that was to be joined: the join was meant for its first half. */
const isNew = (node: Node): boolean => node.isTextblock && (node.attrs['join'] ?? null) !== null;
