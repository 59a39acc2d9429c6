import { Extension } from '@tiptap/core';
import { enterLeaf } from './leaf-view.ts';

/** Enter on a selected picture, formula or other leaf moves the focus into its field. */
export const LeafKeys = Extension.create({
  name: 'leafKeys',
  priority: 1_000,
  addKeyboardShortcuts: () => ({ Enter: ({ editor }) => enterLeaf(editor) }),
});
