import type { NodeJson } from '../schema/json.ts';
import { losses } from '../schema/losses.ts';

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
export const homelessNotes = losses.homelessNotes;

/** Sentences about content of notes that cannot be converted. */
export const notesArePlain = {
  formats: losses.formatsOfNotes,
  pictures: losses.picturesInNotes,
  blocks: losses.blocksInNotes,
} as const;
