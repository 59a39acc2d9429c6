import type { Difference, NodeJson } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';

/**
 * One difference with the place where it stands in the newer of two documents: its first block, counted from 0, and how many of the
 * newer document's blocks it is about.
 */
export type Passage = {
  readonly difference: Exclude<Difference, { kind: 'same' }>;
  readonly index: number;
  readonly blocks: 0 | 1;
};

/** What differs, without what is the same, in reading order. */
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
 * Makes one passage of the text in an editor what it was before: as an ordinary edit, which can be undone and, for who only suggests, is
 * a suggestion. `now` is the document that was compared. False where the text has changed since: then nothing is done.
 */
export function restorePassage(editor: Editor, now: NodeJson, { difference, index, blocks }: Passage): boolean {
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
