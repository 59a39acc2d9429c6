import type { Node } from '@tiptap/pm/model';
import type { StepMap } from '@tiptap/pm/transform';
import * as Y from 'yjs';
import { createElement, setAttributes, type Shown } from './element.ts';
import { keptBetween, keptBy, type Kept } from './kept.ts';
import { writeLine } from './line.ts';
import { pairChildren, type Placed } from './pair-children.ts';

/**
 * Writes into the shared text what the editor's steps did: letters, nodes and formats go where the steps put them, and what they left alone is
 * not touched. The editor's binding compares instead: where a letter is put beside the same one, or a block beside one that is like it, it takes
 * the old for the new, and around a thing in a line it writes anew. `shown` is brought along, so that the binding finds nothing left to do. Where
 * the shared text turns out to say something else than `before`, that part is left to the binding; answers whether none was. A paragraph
 * that is split keeps its longer half; what changes its kind or goes elsewhere is written anew, since nothing can be moved in a shared text.
 */
export function writeChange(
  root: Y.XmlFragment,
  shown: Shown,
  change: { readonly before: Node; readonly maps: readonly StepMap[]; readonly after: Node },
): boolean {
  const kept = keptBy(change.maps, change.before.content.size);
  return writeBlocks(root, { node: change.before, pos: -1 }, { node: change.after, pos: -1 }, { kept, shown });
}

type Given = { readonly kept: readonly Kept[]; readonly shown: Shown };

function writeNode(element: Y.XmlElement, old: Placed, next: Placed, given: Given): boolean {
  if (given.shown.get(element) !== old.node) return false;
  if (old.node === next.node) return true;
  setAttributes(element, next.node);
  const isWhole = next.node.inlineContent ? writeText(element, old, next, given) : writeBlocks(element, old, next, given);
  if (isWhole) given.shown.set(element, next.node);
  return isWhole;
}

function writeText(element: Y.XmlElement, old: Placed, next: Placed, { kept, shown }: Given): boolean {
  return writeLine(element, old.node, next.node, keptBetween(kept, contentOf(old), contentOf(next)), shown);
}

function writeBlocks(parent: Y.XmlFragment, old: Placed, next: Placed, given: Given): boolean {
  if (parent.length !== old.node.childCount) return false;
  const [before, after] = [old.node.children, next.node.children];
  let [left, right] = [0, 0];
  const least = Math.min(before.length, after.length);
  while (left < least && before[left] === after[left]) left += 1;
  while (right < least - left && before.at(-1 - right) === after.at(-1 - right)) right += 1;
  const children = parent.toArray();
  const oldChildren = placed(old, left, before.length - right);
  const nextChildren = placed(next, left, after.length - right);
  const pairs = pairChildren(oldChildren, nextChildren, given.kept);
  let isWhole = true;
  let [oldEnd, nextEnd] = [oldChildren.length, nextChildren.length];
  // From the end, so that places before it stay what they are.
  for (const [b, a] of [...pairs.toReversed(), [-1, -1] as const]) {
    const at = left + b + 1;
    const [gone, added] = [oldEnd - b - 1, nextChildren.slice(a + 1, nextEnd)];
    if (gone > 0) parent.delete(at, gone);
    if (added.length > 0) {
      parent.insert(
        at,
        added.map(({ node }) => createElement(node, given.shown)),
      );
    }
    const [child, oldChild, nextChild] = [children[left + b], oldChildren[b], nextChildren[a]];
    if (oldChild && nextChild) isWhole = child instanceof Y.XmlElement && writeNode(child, oldChild, nextChild, given) && isWhole;
    [oldEnd, nextEnd] = [b, a];
  }
  return isWhole;
}

function contentOf({ node, pos }: Placed): { start: number; end: number } {
  return { start: pos + 1, end: pos + 1 + node.content.size };
}

/** The children of a node from one to before another one, with their places. */
function placed({ node, pos }: Placed, from: number, to: number): Placed[] {
  let at = pos + 1;
  for (let i = 0; i < from; i += 1) at += node.child(i).nodeSize;
  return node.children.slice(from, to).map((child) => {
    at += child.nodeSize;
    return { node: child, pos: at - child.nodeSize };
  });
}
