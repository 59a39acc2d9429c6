import { Extension, type Editor } from '@tiptap/core';
import { joinIntoContainer } from '@longhand/text';

/**
 * Backspace at the start of a block that follows a quote or list. TipTap's own keys insert a copy
 * of the text there, and suggestions and comments do not follow it.
 */
export const Joining = Extension.create({
  name: 'joining',
  priority: 1_000,
  addKeyboardShortcuts: () => ({
    Backspace: ({ editor }) => join(editor),
    'Mod-Backspace': ({ editor }) => join(editor),
  }),
});

/** A list or heading that was just created by an input rule is undone first. */
const join = (editor: Editor): boolean =>
  editor.commands.undoInputRule() ||
  joinIntoContainer(editor.state, (tr) => editor.view.dispatch(tr));
