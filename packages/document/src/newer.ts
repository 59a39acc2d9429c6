import * as Y from 'yjs';
import { isKnownAttribute, isKnownMark, isKnownNode } from './schema.ts';

/**
 * Whether something has come into a shared document, since it was as far as `before` says (clocks by client; nothing: from its beginning),
 * that this program does not know: a node, a mark or an attribute of a newer one. The editor's binding would delete it, so whoever
 * does not know it must not write. Costs a look at what has come, not at the document.
 */
export function holdsNewer(doc: Y.Doc, before: ReadonlyMap<number, number> = new Map()): boolean {
  for (const [client, structs] of doc.store.clients) {
    const since = before.get(client) ?? 0;
    const last = structs.at(-1);
    if (last === undefined || last.id.clock + last.length <= since) continue;
    for (let i = structs.length - 1; i >= 0; i -= 1) {
      const struct = structs[i];
      if (struct === undefined || struct.id.clock + struct.length <= since) break;
      if (struct instanceof Y.Item && !struct.deleted && isNewer(struct)) return true;
    }
  }
  return false;
}

function isNewer({ content, parent, parentSub }: Y.Item): boolean {
  if (content instanceof Y.ContentType && content.type instanceof Y.XmlElement) return !isKnownNode(content.type.nodeName);
  if (content instanceof Y.ContentFormat) return !isKnownMark(content.key.replace(/--[a-zA-Z0-9+/=]{8}$/, ''));
  return parentSub !== null && parent instanceof Y.XmlElement && !isKnownAttribute(parent.nodeName, parentSub);
}
