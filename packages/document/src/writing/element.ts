import type { Node } from '@tiptap/pm/model';
import * as Y from 'yjs';
import type { NodeJson } from '../json.ts';
import { formatOf } from '../write-text.ts';

/** Which node of the editor's document each element of the shared one shows; kept by the editor's binding. */
export type Shown = Pick<Map<unknown, unknown>, 'get' | 'set'>;

/** Makes the attributes of a shared element those of a node of the editor; what is null is not written. */
export function setAttributes(element: Y.XmlElement, node: Node): void {
  const given: Readonly<Record<string, unknown>> = element.getAttributes();
  for (const [name, value] of Object.entries(node.attrs)) {
    // The types say string; the editor's binding keeps numbers, booleans and lists as they are.
    if (value !== null && JSON.stringify(given[name]) !== JSON.stringify(value)) element.setAttribute(name, value as string);
  }
  for (const name of Object.keys(given)) if ((node.attrs[name] ?? null) === null) element.removeAttribute(name);
}

/** A shared element that says what a node of the editor does, not yet put anywhere. Blocks of text get their place for text at once. */
export function createElement(node: Node, shown: Shown): Y.XmlElement {
  const element = new Y.XmlElement(node.type.name);
  for (const [name, value] of Object.entries(node.attrs)) if (value !== null) element.setAttribute(name, value as string);
  if (node.inlineContent) element.insert(0, createLine(node.children, shown));
  else if (!node.isLeaf)
    element.insert(
      0,
      node.children.map((child) => createElement(child, shown)),
    );
  shown.set(element, node);
  return element;
}

/** What stands in a line: texts, and the things between them. A line without anything is an empty text. */
export function createLine(nodes: readonly Node[], shown: Shown): (Y.XmlText | Y.XmlElement)[] {
  const line: (Y.XmlText | Y.XmlElement)[] = [];
  let letters: { insert: string; attributes: Record<string, unknown> }[] = [];
  const end = (): void => {
    if (letters.length === 0 && line.length > 0) return;
    const text = new Y.XmlText();
    text.applyDelta(letters);
    line.push(text);
    letters = [];
  };
  for (const node of nodes) {
    if (node.isText) letters.push({ insert: node.text ?? '', attributes: attributesOf(node) });
    else {
      if (letters.length > 0) end();
      line.push(createElement(node, shown));
    }
  }
  if (letters.length > 0 || line.length === 0) end();
  return line;
}

/** The formats of a text of the editor, as the shared text has them. */
export function attributesOf(text: Node): Record<string, unknown> {
  return formatOf((text.toJSON() as NodeJson).marks);
}
