import type { Difference, NodeJson } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';

/**
 * A difference with its position in the newer document: index of its first block (zero-based), and
 * its number of blocks in the newer document.
 */
export type Passage = {
  readonly difference: Exclude<Difference, { kind: 'same' }>;
  readonly index: number;
  readonly blocks: 0 | 1;
};

/** Returns the differences without unchanged blocks, in reading order. */
export function passagesOf(differences: readonly Difference[]): Passage[] {
  const passages: Passage[] = [];
  let index = 0;
  for (const difference of differences) {
    if (difference.kind === 'same') index += difference.count;
    else {
      const blocks = difference.kind === 'removed' ? 0 : 1;
      passages.push({ difference, index, blocks });
      index += blocks;
    }
  }
  return passages;
}

/**
 * Restores the previous content of a passage in an editor. It is an ordinary edit: it can be
 * undone, and is a suggestion in suggesting mode. `now` is the compared document. Returns false,
 * without a change, if the text has changed since.
 */
export function restorePassage(
  editor: Editor,
  now: NodeJson,
  { difference, index, blocks }: Passage,
): boolean {
  const { state, view } = editor;
  if (!state.doc.eq(Node.fromJSON(state.schema, now))) return false;
  let from = 0;
  for (let i = 0; i < index; i += 1) from += state.doc.child(i).nodeSize;
  const to = from + (blocks === 0 ? 0 : state.doc.child(index).nodeSize);
  const tr = state.tr;
  if (difference.kind === 'added') tr.delete(from, to);
  else tr.replaceWith(from, to, Node.fromJSON(state.schema, difference.before));
  view.dispatch(tr.scrollIntoView());
  return true;
}
