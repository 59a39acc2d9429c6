import type { Node } from '@tiptap/pm/model';
import { ReplaceStep, type Transform } from '@tiptap/pm/transform';
import { isSuggestionMark } from './stamp.ts';

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
}

/** A block that came to be by splitting one that was to be joined: the join was meant for its first half. */
const isNew = (node: Node): boolean => node.isTextblock && (node.attrs['join'] ?? null) !== null;
