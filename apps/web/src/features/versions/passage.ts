import type { Difference, DifferencePart, NodeJson } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';

/**
 * A difference with its position in the newer document: index of its first block (zero-based), and
 * its number of blocks in the newer document.
 */
export type ChangedPassage = {
  readonly difference: Exclude<Difference, { kind: 'same' }>;
  readonly index: number;
  readonly blocks: 0 | 1;
};

/**
 * A change within a block of text: its parts, and its range of characters in the text of the older
 * and of the newer block.
 */
export type Edit = {
  readonly parts: readonly DifferencePart[];
  readonly was: { readonly from: number; readonly to: number };
  readonly is: { readonly from: number; readonly to: number };
};

/** Returns the differences without unchanged blocks, in reading order. */
export function passagesOf(differences: readonly Difference[]): ChangedPassage[] {
  const passages: ChangedPassage[] = [];
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

/** True if each character of a block is one position in the editor. */
const isText = ({ content = [] }: NodeJson): boolean =>
  content.length > 0 && content.every(({ type }) => type === 'text');

/**
 * Returns the changes of a passage that can be restored one by one: several changes within one
 * block of text. Returns none for all others, which are restored as a whole.
 */
export function editsOf({ difference }: ChangedPassage): readonly Edit[] {
  if (difference.kind !== 'changed') return [];
  const { before, after, parts } = difference;
  if (before.type !== after.type || !isText(before) || !isText(after)) return [];
  const edits: Edit[] = [];
  let [was, is, gathered]: [number, number, DifferencePart[]] = [0, 0, []];
  let begun = { was, is };
  const finish = (): void => {
    if (gathered.length > 0)
      edits.push({
        parts: gathered,
        was: { from: begun.was, to: was },
        is: { from: begun.is, to: is },
      });
    gathered = [];
  };
  for (const part of parts) {
    if (part.kind === 'same') finish();
    else {
      if (gathered.length === 0) begun = { was, is };
      gathered.push(part);
    }
    if (part.kind !== 'added') was += part.text.length;
    if (part.kind !== 'removed') is += part.text.length;
  }
  finish();
  return edits.length > 1 ? edits : [];
}

/**
 * Restores the previous content of a passage in an editor. It is an ordinary edit: it can be
 * undone, and is a suggestion in suggesting mode. `now` is the compared document. Returns false,
 * without a change, if the text has changed since.
 *
 * @param edit a change of the passage, to restore it alone: see {@link editsOf}
 */
export function restorePassage(
  editor: Editor,
  now: NodeJson,
  { difference, index, blocks }: ChangedPassage,
  edit?: Edit,
): boolean {
  const { state, view } = editor;
  if (!state.doc.eq(Node.fromJSON(state.schema, now))) return false;
  let from = 0;
  for (let i = 0; i < index; i += 1) from += state.doc.child(i).nodeSize;
  const to = from + (blocks === 0 ? 0 : state.doc.child(index).nodeSize);
  const tr = state.tr;
  if (difference.kind === 'added') {
    tr.delete(from, to);
  } else if (edit !== undefined) {
    // The text of a block begins after its start.
    const before = Node.fromJSON(state.schema, difference.before);
    const slice = before.slice(edit.was.from, edit.was.to);
    tr.replace(from + 1 + edit.is.from, from + 1 + edit.is.to, slice);
  } else {
    tr.replaceWith(from, to, Node.fromJSON(state.schema, difference.before));
  }
  view.dispatch(tr.scrollIntoView());
  return true;
}
