import { Extension } from '@tiptap/core';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';

/** What takes away a selection that begins in one block and ends in another; null where the selection is no such thing. */
export function takeAwayAcross({ selection, tr }: EditorState): Transaction | null {
  if (!(selection instanceof TextSelection) || selection.$from.sameParent(selection.$to)) return null;
  return tr.deleteSelection();
}

/**
 * Enter over a selection across blocks: first what is selected goes, then Enter means what it means where the caret is then. TipTap splits
 * where the selection began, which after the deletion may be in no block of text any more, and throws.
 */
export const AcrossBlocks = Extension.create({
  name: 'acrossBlocks',
  priority: 1_000,
  addKeyboardShortcuts: () => ({
    Enter({ editor: { state, view } }) {
      const away = takeAwayAcross(state);
      if (away === null) return false;
      view.dispatch(away);
      // Where it cannot be taken away, there is nothing more to do; else the key goes on to whoever is next.
      return !view.state.selection.empty;
    },
  }),
});
