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

/** Sentence about notes that no number in the text refers to. */
export const homelessNotes =
  'Notes whose place in the text was not found stand at the end of the document.';

/** Sentences about content of notes that cannot be converted. */
export const notesArePlain = {
  formats: 'Notes are plain text: bold, italic and other formats in them were left out.',
  pictures: 'Pictures in notes were left out.',
  blocks: 'Notes are one line: lists and paragraphs in them were joined.',
} as const;
