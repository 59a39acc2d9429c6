import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection, type Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Replaces a selection that spans blocks, instead of the browser. ProseMirror does so for keys with
 * a character. Text from a dead key, dictation, a touch screen or an emoji picker has no such key.
 * The browser then joins the blocks itself and recreates the elements after the selection, without
 * those of suggested deletions. The editor would store deleted text as typed text.
 */
export const TypedOver = Extension.create({
  name: 'typedOver',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('typedOver'),
      props: { handleDOMEvents: { beforeinput: replace } },
    }),
  ],
});

/** Input types that the editor handles itself if blocks are selected. */
const replacing: ReadonlySet<string> = new Set([
  'insertText',
  'insertReplacementText',
  'insertFromYank',
  'deleteContentBackward',
  'deleteContentForward',
  'deleteWordBackward',
  'deleteWordForward',
  'deleteSoftLineBackward',
  'deleteSoftLineForward',
]);

const spansBlocks = (selection: Selection): boolean =>
  !selection.empty &&
  !(selection instanceof TextSelection && selection.$from.sameParent(selection.$to));

function replace(view: EditorView, event: InputEvent): boolean {
  if (
    view.composing ||
    !view.editable ||
    !replacing.has(event.inputType) ||
    !spansBlocks(view.state.selection)
  )
    return false;
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
  if (text === '' && event.inputType.startsWith('insert')) return false;
  event.preventDefault();
  const { tr } = view.state;
  view.dispatch((text === '' ? tr.deleteSelection() : tr.insertText(text)).scrollIntoView());
  return true;
}
