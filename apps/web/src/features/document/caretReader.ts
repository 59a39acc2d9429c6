import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';

/**
 * Has the editor read where the caret is before it acts on a key. Home, End and the arrows move the caret in the browser, which tells of
 * it in a task of its own; on a busy page the next key comes first, and would act where the caret was: Enter in the middle of a word,
 * Delete on what nobody meant. Telling it once more costs nothing, and the editor listens to nothing else.
 */
export const CaretReader = Extension.create({
  name: 'caretReader',
  // Before the keys of all others.
  priority: 10_000,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('caretReader'),
      props: {
        handleDOMEvents: {
          keydown(view, event) {
            if (!event.isComposing && !view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
            return false;
          },
        },
      },
    }),
  ],
});
