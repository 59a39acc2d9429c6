import { Fragment, type Node } from '@tiptap/pm/model';
import type { Transform } from '@tiptap/pm/transform';
import { asInserted, insertedNode, suggestDeletion, suggestNodeDeletion, type Author } from './write.ts';
import type { Ink } from './stamp.ts';

/** A stretch of children of one node, in the document as it was and as it shall be: `from` and `to` are positions. */
type Change = {
  readonly parent: Node;
  readonly from: number;
  readonly to: number;
  readonly added: Fragment;
  readonly newTo: number;
};

/**
 * Suggests that the document become `after`, without asking how: in the smallest part that holds all that differs, the old stands
 * beside the new. For what no step can say in fewer words. Null where the two cannot stand side by side. Otherwise answers where a
 * place of `after` is in the document that is written.
 */
export function suggestBlocks(tr: Transform, after: Node, who: Author, stamp: Ink): ((pos: number) => number) | null {
  const change = changeBetween(tr.doc, after);
  if (change === null) return null;
  const { parent, from, to, added, newTo } = change;
  const isLine = parent.inlineContent;
  const content = isLine ? asInserted(added, stamp) : Fragment.from(added.content.map((node) => insertedNode(node, stamp)));
  const $to = tr.doc.resolve(to);
  if (!$to.parent.canReplace($to.index(), $to.index(), content)) return null;
  // First what comes: where one's own block was the only one, an empty paragraph would take its place, and that would be nobody's.
  if (content.size > 0) tr.insert(to, content);
  const before = tr.steps.length;
  if (to > from) {
    if (isLine) suggestDeletion(tr, from, to, who, stamp);
    else suggestNodeDeletion(tr, from, to, who, stamp);
  }
  const at = tr.mapping.slice(before).map(to, -1);
  const [oldEnd, grown] = [at + content.size, tr.doc.content.size - after.content.size];
  return (pos) => {
    if (pos <= from) return pos;
    return pos >= newTo ? pos + grown : Math.min(at + (pos - from), oldEnd);
  };
}

/** Nodes whose children only make sense all together. */
const whole: ReadonlySet<string> = new Set(['table', 'tableRow']);

function changeBetween(before: Node, after: Node): Change | null {
  let found: Change | null = null;
  let [old, next, start] = [before, after, 0];
  for (;;) {
    const [first, last] = sharedEnds(old, next);
    if (first === old.childCount && first === next.childCount) return found;
    const [oldTo, nextTo] = [old.childCount - last, next.childCount - last];
    const from = start + sizeOf(old, 0, first);
    const isFit = !whole.has(old.type.name) && !(old.inlineContent && old.type !== next.type);
    if (isFit) {
      const added = Fragment.from(next.content.content.slice(first, nextTo));
      found = { parent: old, from, to: from + sizeOf(old, first, oldTo), added, newTo: from + added.size };
      if (old.inlineContent) return lineChange(old, next, start);
    }
    const [child, nextChild] = [old.maybeChild(first), next.maybeChild(first)];
    const isOne = oldTo - first === 1 && nextTo - first === 1;
    if (!isOne || !child || !nextChild || child.isLeaf || !child.sameMarkup(nextChild)) return found;
    [old, next, start] = [child, nextChild, from + 1];
  }
}

/** The part of a line that differs, which may begin in the middle of a run of text. */
function lineChange(old: Node, next: Node, start: number): Change | null {
  const from = old.content.findDiffStart(next.content, 0);
  const end = old.content.findDiffEnd(next.content, old.content.size, next.content.size);
  if (from === null || end === null) return null;
  // Where the same letters stand before and after, the two ends overlap.
  const over = Math.max(0, from - Math.min(end.a, end.b));
  const [to, newTo] = [end.a + over, end.b + over];
  return { parent: old, from: start + from, to: start + to, added: next.content.cut(from, newTo), newTo: start + newTo };
}

/** How many children two nodes share at the beginning, and how many others at the end. */
function sharedEnds(one: Node, other: Node): [number, number] {
  const most = Math.min(one.childCount, other.childCount);
  let first = 0;
  while (first < most && isSame(one.child(first), other.child(first))) first += 1;
  let last = 0;
  while (last < most - first && isSame(one.child(one.childCount - 1 - last), other.child(other.childCount - 1 - last))) last += 1;
  return [first, last];
}

const isSame = (one: Node, other: Node): boolean => one === other || one.eq(other);

function sizeOf(node: Node, from: number, to: number): number {
  let size = 0;
  for (let i = from; i < to; i += 1) size += node.child(i).nodeSize;
  return size;
}
