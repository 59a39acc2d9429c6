import { Extension, type Editor } from '@tiptap/core';
import { carrying } from '../../suggestions/carrying.ts';
import { blockAtCaret, doubled, moved } from './moves.ts';

declare module '@tiptap/core' {
  interface Storage {
    moving: { openMenu: (() => void) | null };
  }
}

/**
 * Keys that move the block at the caret (as in other word processors), duplicate it, and open its
 * menu.
 */
export const Moving = Extension.create<object, { openMenu: (() => void) | null }>({
  name: 'moving',
  addStorage: () => ({ openMenu: null }),
  addKeyboardShortcuts() {
    return {
      'Alt-Shift-ArrowUp': ({ editor }) => move(editor, 'up'),
      'Alt-Shift-ArrowDown': ({ editor }) => move(editor, 'down'),
      'Mod-d': ({ editor }) => double(editor),
      'Alt-Enter': () => {
        this.storage.openMenu?.();
        return this.storage.openMenu !== null;
      },
    };
  },
});

/**
 * Calls `open` when the key of the block menu is pressed. Returns a function that unregisters it.
 */
export function opensBlockMenu(editor: Editor, open: () => void): () => void {
  const storage = editor.storage.moving;
  storage.openMenu = open;
  return () => {
    if (storage.openMenu === open) storage.openMenu = null;
  };
}

function move(editor: Editor, way: 'up' | 'down'): boolean {
  const { state, view } = editor;
  const block = blockAtCaret(state);
  const tr = block && carrying(editor, 'move', (carry) => moved(state, block, way, carry));
  if (tr) view.dispatch(tr.scrollIntoView());
  return true;
}

function double(editor: Editor): boolean {
  const { state, view } = editor;
  const block = blockAtCaret(state);
  const tr = block && carrying(editor, 'copy', (carry) => doubled(state, block, carry));
  if (tr) view.dispatch(tr.scrollIntoView());
  return block !== null;
}
