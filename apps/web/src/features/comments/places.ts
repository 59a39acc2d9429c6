import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';

/** Where the content of a shared node begins in the editor's document, and that document's node for it. */
type Spot = { readonly start: number; readonly node: Node };

/** Finds places of a shared text in the editor's document that shows it, and the other way round. Made for one look at the two. */
export type Places = {
  /** The position of a place, or null where what it stands in is gone or has not arrived. */
  posOf(place: Uint8Array): number | null;
  /** The place at a position: beside the letter or node after it (`side` 1) or before it (-1). Null where the two documents differ. */
  placeAt(pos: number, side: 1 | -1): Uint8Array | null;
};

/**
 * See {@link Places}. The two documents have the same nodes, except that all text between two nodes of a line is one node here and may be
 * several there; so both are walked side by side. The binding's own way knows only what it has drawn last.
 */
export function placesIn(root: Y.XmlFragment, doc: Node): Places {
  const known = new Map<Y.XmlFragment, Spot | null>([[root, { start: 0, node: doc }]]);

  function spotOf(element: Y.XmlFragment): Spot | null {
    const found = known.get(element);
    if (found !== undefined) return found;
    const parent = element.parent;
    const above = parent instanceof Y.XmlFragment && element._item?.deleted === false ? spotOf(parent) : null;
    // All of its neighbours at once: the next place is asked for among them.
    if (above !== null && parent instanceof Y.XmlFragment) {
      for (const { child, offset, node } of childrenOf(parent, above.node)) {
        if (child instanceof Y.XmlText) continue;
        const isSame = child instanceof Y.XmlElement && child.nodeName === node?.type.name;
        if (isSame && node) known.set(child, { start: above.start + offset + 1, node });
      }
    }
    const spot = known.get(element) ?? null;
    known.set(element, spot);
    return spot;
  }

  function startOfText(text: Y.XmlText): { start: number; parent: Y.XmlFragment } | null {
    const { parent } = text;
    if (!(parent instanceof Y.XmlFragment) || text._item?.deleted !== false) return null;
    const spot = spotOf(parent);
    if (spot === null) return null;
    for (const { child, offset } of childrenOf(parent, spot.node))
      if (child === text) return { start: spot.start + offset, parent };
    return null;
  }

  return {
    posOf(place) {
      const found = root.doc && Y.createAbsolutePositionFromRelativePosition(Y.decodeRelativePosition(place), root.doc);
      if (!found) return null;
      const { type, index } = found;
      if (type instanceof Y.XmlText) {
        const at = startOfText(type);
        return at && at.start + index;
      }
      const spot = type instanceof Y.XmlFragment ? spotOf(type) : null;
      if (spot === null) return null;
      let [pos, left] = [0, index];
      for (const { offset, size } of childrenOf(type as Y.XmlFragment, spot.node)) {
        if (left === 0) break;
        left -= 1;
        pos = offset + size;
      }
      return spot.start + pos;
    },
    placeAt(pos, side) {
      const $pos = doc.resolve(pos);
      let element = root;
      for (let depth = 0; depth < $pos.depth; depth += 1) {
        const inner = childAt(element, $pos.node(depth), $pos.posAtIndex($pos.index(depth), depth) - $pos.start(depth), 1);
        if (!(inner?.child instanceof Y.XmlElement)) return null;
        element = inner.child;
      }
      const beside = childAt(element, $pos.parent, $pos.parentOffset, side);
      if (beside === null) return null;
      const { child, offset, index } = beside;
      const place =
        child instanceof Y.XmlText
          ? Y.createRelativePositionFromTypeIndex(child, $pos.parentOffset - offset, side === 1 ? 0 : -1)
          : Y.createRelativePositionFromTypeIndex(element, side === 1 ? index : index + 1, side === 1 ? 0 : -1);
      return Y.encodeRelativePosition(place);
    },
  };
}

type Child = {
  readonly child: Y.XmlElement | Y.XmlText | Y.XmlHook;
  readonly index: number;
  readonly offset: number;
  readonly size: number;
  readonly node: Node | null;
};

/** The children of a shared node, with the offsets at which they stand in the editor's node. */
function* childrenOf(element: Y.XmlFragment, node: Node): Generator<Child> {
  let [offset, index, at] = [0, 0, 0];
  for (let child = element.firstChild; child !== null; child = child.nextSibling as typeof child) {
    if (child instanceof Y.XmlText) {
      yield { child, index, offset, size: child.length, node: null };
      offset += child.length;
    } else {
      const here: Node | null = node.inlineContent ? node.childAfter(offset).node : node.maybeChild(at);
      const size = here?.nodeSize ?? 0;
      yield { child, index, offset, size, node: here };
      offset += size;
      at += 1;
    }
    index += 1;
  }
}

/** The child that has a letter or itself right after `offset` (`side` 1) or right before it (-1). */
function childAt(element: Y.XmlFragment, node: Node, offset: number, side: 1 | -1): Child | null {
  for (const child of childrenOf(element, node)) {
    const end = child.offset + child.size;
    if (side === 1 ? child.offset <= offset && offset < end : child.offset < offset && offset <= end) return child;
  }
  return null;
}
