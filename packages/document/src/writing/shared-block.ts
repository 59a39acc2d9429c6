import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';

/** The element of the shared document that the node at `pos` of `doc` shows; null where the two do not have the same nodes there. */
export function sharedBlock(root: Y.XmlFragment, doc: Node, pos: number): Y.XmlElement | null {
  const $pos = doc.resolve(pos);
  let found: Y.XmlFragment = root;
  for (let depth = 0; depth <= $pos.depth; depth += 1) {
    const child = found.toArray().filter((each) => each instanceof Y.XmlElement)[$pos.index(depth)];
    if (!(child instanceof Y.XmlElement) || child.nodeName !== $pos.node(depth).child($pos.index(depth)).type.name) return null;
    found = child;
  }
  return found instanceof Y.XmlElement ? found : null;
}
