import { getSchema } from '@tiptap/core';
import { prosemirrorJSONToYXmlFragment } from '@tiptap/y-tiptap';
import * as Y from 'yjs';
import { textRoot } from './content.ts';
import { documentExtensions } from './extensions.ts';
import type { NodeJson } from './json.ts';

/** A builder language for tests: `doc(p('one', br, 'two'), list(item(p('three'))))`. */
type Inline = string | NodeJson;

const inline = (content: Inline[]): NodeJson[] =>
  content.filter((part) => part !== '').map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));

const block =
  (type: string, attrs?: NodeJson['attrs']) =>
  (...content: Inline[]): NodeJson => ({ type, ...(attrs && { attrs }), content: inline(content) });

export const doc = block('doc');
export const p = block('paragraph');
export const h2 = block('heading', { level: 2 });
export const pre = block('codeBlock', { language: null });
export const quote = block('blockquote');
export const list = block('bulletList');
export const item = block('listItem');
export const br: NodeJson = { type: 'hardBreak' };
export const rule: NodeJson = { type: 'horizontalRule' };
export const bold = (text: string): NodeJson => ({ type: 'text', text, marks: [{ type: 'bold' }] });

/** The shared document that the editor would make of `json`. */
export function sharedDoc(json: NodeJson): Y.Doc {
  const shared = new Y.Doc();
  prosemirrorJSONToYXmlFragment(getSchema(documentExtensions), json, shared.getXmlFragment(textRoot));
  return shared;
}

/** A document that only a hostile client makes: `levels` quotes, one inside the other, and `text` in the innermost. */
export function nestedQuotes(levels: number, text: string): Y.Doc {
  const shared = new Y.Doc();
  shared.transact(() => {
    let innermost: Y.XmlFragment = shared.getXmlFragment(textRoot);
    for (let level = 0; level < levels; level += 1) {
      const next = new Y.XmlElement('blockquote');
      innermost.insert(0, [next]);
      innermost = next;
    }
    innermost.insert(0, [new Y.XmlText(text)]);
  });
  return shared;
}
