import { Extension } from '@tiptap/core';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/**
 * Returns the transaction that deletes a selection from one block to another; null for any other
 * selection.
 */
export function takeAwayAcross({ selection, tr }: EditorState): Transaction | null {
  if (!(selection instanceof TextSelection) || selection.$from.sameParent(selection.$to))
    return null;
  return tr.deleteSelection();
}

/**
 * Handles Enter for a selection across blocks: deletes the selection, then handles Enter at the
 * caret. TipTap splits at the start of the selection, which may be outside any text block after the
 * deletion, and throws.
 */
export const AcrossBlocks = Extension.create({
  name: 'acrossBlocks',
  priority: 1_000,
  addKeyboardShortcuts: () => ({
    Enter({ editor: { state, view } }) {
      const away = takeAwayAcross(state);
      if (away === null) return false;
      view.dispatch(away);
      // If it cannot be deleted, stop here; otherwise the key is passed to the next handler.
      return !view.state.selection.empty;
    },
  }),
});
