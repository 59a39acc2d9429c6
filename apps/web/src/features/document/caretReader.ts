import { Extension } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Has the editor read where the caret is before it acts: on a key, on what is pasted, cut, copied or put in by other means. Home, End and the
 * arrows move the caret in the browser, which tells of it in a task of its own; on a busy page what comes next is there first, and would act
 * where the caret was: Enter in the middle of a word, a long text in the middle of another one, Delete on what nobody meant. Telling it
 * once more costs nothing, and the editor listens to nothing else.
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
          keydown: (view, event) => !event.isComposing && readCaret(view),
          beforeinput: (view, event) => !event.isComposing && readCaret(view),
          paste: readCaret,
          cut: readCaret,
          copy: readCaret,
          focus: readPressed,
        },
      },
    }),
  ],
});

/**
 * Reads where a press has put the caret, right after it. With the focus the editor sets a clock of 20 ms, and then puts the caret where it knows it;
 * on a busy page it has not heard of the press by then, and what is typed next would stand at the end of the text.
 */
function readPressed(view: EditorView): false {
  setTimeout(() => {
    if (!view.isDestroyed && view.hasFocus()) readCaret(view);
  });
  return false;
}

/** Always false: whoever else handles the event does so. */
function readCaret(view: EditorView): false {
  if (!view.composing) view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
  return false;
}
