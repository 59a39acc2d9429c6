import { Extension } from '@tiptap/core';
import { Plugin, PluginKey, TextSelection, type Selection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';

/**
 * Replaces a selection that spans blocks in the place of the browser. ProseMirror does so for a key that has a character. Text from a dead key,
 * dictation, a touch screen or a list of emoji has none: the browser then joins the blocks by itself and makes the elements behind the
 * selection anew, without those of suggested deletions, and the editor would store struck letters as typed ones.
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

/** Changes of the browser that the editor makes by itself where blocks are selected. */
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
  !selection.empty && !(selection instanceof TextSelection && selection.$from.sameParent(selection.$to));

function replace(view: EditorView, event: InputEvent): boolean {
  if (view.composing || !view.editable || !replacing.has(event.inputType) || !spansBlocks(view.state.selection)) return false;
  const text = event.data ?? event.dataTransfer?.getData('text/plain') ?? '';
  if (text === '' && event.inputType.startsWith('insert')) return false;
  event.preventDefault();
  const { tr } = view.state;
  view.dispatch((text === '' ? tr.deleteSelection() : tr.insertText(text)).scrollIntoView());
  return true;
}
