import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { readSelection } from './text/decorate.ts';

/**
 * Makes the editor read the caret before a key press, paste, cut, copy or other input. Browsers
 * move the caret for Home, End and the arrow keys, and report it in a later task. On a busy page
 * the next event arrives first and would act at the old position. Examples are Enter in the middle
 * of a word, a paste in the middle of another, or a wrong deletion.
 */
export const SelectionSync = Extension.create({
  name: 'selectionSync',
  // Runs before all other key handlers.
  priority: 10_000,
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('selectionSync'),
      props: {
        handleDOMEvents: {
          keydown: (view, event) => !event.isComposing && read(view),
          beforeinput: (view, event) => !event.isComposing && read(view),
          paste: read,
          cut: read,
          copy: read,
          focus: readPressed,
        },
      },
    }),
  ],
});

/**
 * Reads the caret directly after a press. On focus the editor sets a timer of 20 ms, and then
 * restores the caret position that it knows. On a busy page it has not processed the press by then,
 * and the next input would go to the end of the text.
 */
function readPressed(view: EditorView): false {
  setTimeout(() => {
    if (!view.isDestroyed) readSelection(view);
  });
  return false;
}

/** Always returns false: other handlers still process the event. */
function read(view: EditorView): false {
  readSelection(view);
  return false;
}
