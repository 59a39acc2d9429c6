import { Extension, type Editor } from '@tiptap/core';
import { blockAtCaret, doubled, moved } from './moves.ts';

declare module '@tiptap/core' {
  interface Storage {
    moving: { openMenu: (() => void) | null };
  }
}

/** Keys that move the block at the caret (as in other word processors), double it, and open its menu. */
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

/** Lets `open` open the menu of a block by its key, until the answered function is called. */
export function opensBlockMenu(editor: Editor, open: () => void): () => void {
  const storage = editor.storage.moving;
  storage.openMenu = open;
  return () => {
    if (storage.openMenu === open) storage.openMenu = null;
  };
}

function move({ state, view }: Editor, way: 'up' | 'down'): boolean {
  const block = blockAtCaret(state);
  const tr = block && moved(state, block, way);
  if (tr) view.dispatch(tr.scrollIntoView());
  return true;
}

function double({ state, view }: Editor): boolean {
  const block = blockAtCaret(state);
  if (block) view.dispatch(doubled(state, block).scrollIntoView());
  return block !== null;
}
