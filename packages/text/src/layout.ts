import type { Node } from '@tiptap/pm/model';
import type { Grammar } from './grammar.ts';

/** A node and the position before it. */
export type Positioned = { readonly node: Node; readonly pos: number };

/** A block of the editor's document, with its containers from the outermost. */
export type Laid = Positioned & { readonly containers: readonly Positioned[] };

/** Returns the blocks between two positions of a document. */
export function laidOut(doc: Node, grammar: Grammar, from: number, to: number): Laid[] {
  const lines: Laid[] = [];
  const enter = (node: Node, pos: number, containers: readonly Positioned[]): void => {
    if (grammar.isBlock(node.type)) lines.push({ node, pos, containers });
    else enterAll(node, pos + 1, [...containers, { node, pos }]);
  };
  const enterAll = (parent: Node, start: number, containers: readonly Positioned[]): void => {
    let pos = start;
    for (let i = 0; i < parent.childCount && pos < to; i += 1) {
      const child = parent.child(i);
      if (pos + child.nodeSize > from) enter(child, pos, containers);
      pos += child.nodeSize;
    }
  };
  enterAll(doc, 0, []);
  return lines;
}

/**
 * Range of sibling nodes that differ between two documents: start, and end in each. It includes one
 * more node on either side, unless the difference is a single text block of unchanged type.
 */
export type Window = { readonly from: number; readonly to: number; readonly toAfter: number };

/**
 * Finds the differing range by the identity of nodes, because a change does not replace nodes that
 * it does not reach.
 * @param isStored true if the container after a position of `before` is stored; one that is not is
 * written with its surroundings
 */
export function windowOf(before: Node, after: Node, isStored: (pos: number) => boolean): Window {
  let window = differingChildren(before, after, 0);
  let found = window;
  // A table is compared as a whole unless the change is within a cell: columns belong to the whole
  // table.
  for (let { inner } = window; inner !== null && isStored(inner.start - 1); { inner } = window) {
    window = differingChildren(inner.before, inner.after, inner.start);
    if (!isWithinTable(inner.before)) found = window;
  }
  return found;
}

const isWithinTable = ({ type }: Node): boolean =>
  type.spec['tableRole'] === 'table' || type.spec['tableRole'] === 'row';

type Inner = { readonly before: Node; readonly after: Node; readonly start: number };

/**
 * Compares the children of two nodes whose content starts at the same position. `inner`: the only
 * differing child, if it can be entered.
 */
function differingChildren(
  before: Node,
  after: Node,
  start: number,
): Window & { readonly inner: Inner | null } {
  let [first, from] = [0, start];
  while (
    first < before.childCount &&
    first < after.childCount &&
    before.child(first) === after.child(first)
  ) {
    from += before.child(first).nodeSize;
    first += 1;
  }
  let [last, lastAfter] = [before.childCount, after.childCount];
  let [to, toAfter] = [start + before.content.size, start + after.content.size];
  while (
    last > first &&
    lastAfter > first &&
    before.child(last - 1) === after.child(lastAfter - 1)
  ) {
    last -= 1;
    lastAfter -= 1;
    to -= before.child(last).nodeSize;
    toAfter -= after.child(lastAfter).nodeSize;
  }
  const isOne = last === first + 1 && lastAfter === first + 1;
  const inner = isOne ? innerOf(before.child(first), after.child(first), from + 1) : null;
  if (
    isOne &&
    before.child(first).isTextblock &&
    before.child(first).type === after.child(first).type
  )
    return { from, to, toAfter, inner };
  if (first > 0) from -= before.child(first - 1).nodeSize;
  if (last < before.childCount) {
    to += before.child(last).nodeSize;
    toAfter += before.child(last).nodeSize;
  }
  return { from, to, toAfter, inner };
}

function innerOf(before: Node, after: Node, start: number): Inner | null {
  if (
    before.isTextblock ||
    before.isLeaf ||
    after.isTextblock ||
    after.isLeaf ||
    !before.sameMarkup(after)
  )
    return null;
  return { before, after, start };
}
