import type { NodeJson } from './json.ts';

/** A node whose footnotes know their numbers, in an attribute that no document has; their texts go into `notes`, in their order. */
export function withNumberedNotes(node: NodeJson, notes: string[]): NodeJson {
  const text = node.attrs?.['text'];
  if (node.type === 'footnote')
    return typeof text === 'string' && text !== '' ? { ...node, attrs: { ...node.attrs, number: notes.push(text) } } : node;
  return node.content ? { ...node, content: node.content.map((child) => withNumberedNotes(child, notes)) } : node;
}
