import { Extension } from '@tiptap/core';
import { enterLeaf } from './leafView.ts';

/** Enter on a picture, a formula or another thing that is selected goes into its field. */
export const LeafKeys = Extension.create({
  name: 'leafKeys',
  priority: 1_000,
  addKeyboardShortcuts: () => ({ Enter: ({ editor }) => enterLeaf(editor) }),
});
