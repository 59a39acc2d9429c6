import type { PluginKey } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Makes the editor read a recent caret move of the browser, which reports it in a later task. Until
 * then, the editor would restore the old position with whatever it renders. An additional
 * `selectionchange` event costs nothing, and the editor needs no other event.
 */
export function readSelection(view: EditorView): void {
  if (!view.composing && view.hasFocus())
    view.dom.ownerDocument.dispatchEvent(new Event('selectionchange'));
}

/**
 * Changes the decorations of a plugin at a moment of its own, such as a timer or a message, and not
 * in response to an event of the editor.
 *
 * @param change value for the plugin, as metadata of the transaction under `key`
 */
export function decorate(view: EditorView, key: PluginKey, change: unknown): void {
  readSelection(view);
  view.dispatch(view.state.tr.setMeta(key, change).setMeta('addToHistory', false));
}
