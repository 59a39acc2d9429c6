import type { Node } from '@tiptap/pm/model';
import type { EditorState } from '@tiptap/pm/state';
import { getRelativeSelection, type ProsemirrorBinding } from '@tiptap/y-tiptap';
import * as Y from 'yjs';

/** A selection in the shared text, as the editor's binding notes it. */
export type Place = ReturnType<typeof getRelativeSelection>;

/**
 * Where the selection of an editor is in the shared text. As the binding says it, which goes through all blocks up to there, for each of the two ends; for a
 * caret in a line of words it is found by the number of its block.
 */
export function placeOfSelection(binding: ProsemirrorBinding, state: EditorState): Place {
  const { selection, doc } = state;
  const { anchor, head } = selection;
  const type = (selection as unknown as { jsonID: string }).jsonID;
  if (type === 'text') {
    const from = placeInLine(binding, doc, anchor);
    const to = from === null || head === anchor ? from : placeInLine(binding, doc, head);
    if (from !== null && to !== null) return { type, depth: undefined, anchor: from, head: to, absAnchor: anchor, absHead: head };
  }
  return getRelativeSelection(binding, state);
}

/** The place at a position in a block of the document that is one line of words and nothing else; null for any other. */
function placeInLine({ type: root, mapping }: ProsemirrorBinding, doc: Node, pos: number): Y.RelativePosition | null {
  const $pos = doc.resolve(pos);
  if ($pos.depth !== 1) return null;
  let block = root.firstChild;
  for (let at = $pos.index(0); at > 0 && block !== null; at -= 1) block = block.nextSibling as typeof block;
  // The shared text may be ahead of this document.
  if (!(block instanceof Y.XmlElement) || mapping.get(block) !== $pos.parent) return null;
  const words = block.firstChild;
  if (!(words instanceof Y.XmlText) || words.nextSibling !== null || words.length < $pos.parentOffset) return null;
  return Y.createRelativePositionFromTypeIndex(words, $pos.parentOffset, -1);
}
