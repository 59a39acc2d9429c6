import type { NodeJson } from '../schema/json.ts';

/**
 * Numbers the footnotes of a node, in an attribute that documents do not have. Appends their texts
 * to `notes`, in order.
 */
export function withNumberedNotes(node: NodeJson, notes: string[]): NodeJson {
  const text = node.attrs?.['text'];
  if (node.type === 'footnote')
    return typeof text === 'string' && text !== ''
      ? { ...node, attrs: { ...node.attrs, number: notes.push(text) } }
      : node;
  return node.content
    ? { ...node, content: node.content.map((child) => withNumberedNotes(child, notes)) }
    : node;
}
