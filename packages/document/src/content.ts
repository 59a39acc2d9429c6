import * as Y from 'yjs';
import { jsonOf, type NodeJson } from './json.ts';
import { plainTextOf } from './plainText.ts';

/** The name of the shared type that holds a document's text. Source: API, The live channel. */
export const textRoot = 'default';

/** The shared text of `doc`. Asking for it writes nothing. */
export function textOfDoc(doc: Y.Doc): Y.XmlFragment {
  return doc.getXmlFragment(textRoot);
}

/**
 * What a document says, from its stored Yjs updates (version 1, in any order), as plain text or as ProseMirror's JSON.
 * Unknown nodes are tolerated; bytes that are not updates throw, because only checked bytes are ever stored.
 */
export function contentOf(state: readonly Uint8Array[], format: 'text'): string;
export function contentOf(state: readonly Uint8Array[], format: 'json'): NodeJson;
export function contentOf(state: readonly Uint8Array[], format: 'text' | 'json'): string | NodeJson;
export function contentOf(state: readonly Uint8Array[], format: 'text' | 'json'): string | NodeJson {
  const doc = new Y.Doc();
  doc.transact(() => {
    for (const update of state) Y.applyUpdate(doc, update);
  });
  const fragment = textOfDoc(doc);
  const content = format === 'text' ? plainTextOf(fragment) : jsonOf(fragment);
  doc.destroy();
  return content;
}
