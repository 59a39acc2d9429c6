import type { NodeJson } from '../schema/json.ts';

/** Document builders for tests: `doc(p('one', br, 'two'), list(item(p('three'))))`. */
type Inline = string | NodeJson;

const inline = (content: Inline[]): NodeJson[] =>
  content
    .filter((part) => part !== '')
    .map((part) => (typeof part === 'string' ? { type: 'text', text: part } : part));

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
