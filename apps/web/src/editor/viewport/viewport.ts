import { Extension, type Editor } from '@tiptap/core';
import { AllSelection, Plugin, Selection, TextSelection } from '@tiptap/pm/state';
import type { EditorView } from '@tiptap/pm/view';
import { plainViews } from './block-views.ts';
import { renderedBlocks, renderedBlocksKey, renderedIn } from './rendered-blocks.ts';
import { ViewportMemory } from './viewport-memory.ts';
import { ViewportWatcher } from './watch-viewport.ts';
import './viewport.css';

/** `watcher`: that of the present view, which is another one whenever a plugin is added. */
type ViewportStorage = { readonly memory: ViewportMemory; watcher: ViewportWatcher | null };

declare module '@tiptap/core' {
  interface Storage {
    viewport?: ViewportStorage;
  }
}

/**
 * Renders only the blocks of a long text that are near the window of the browser, and those at the
 * selection. The other blocks are stand-ins of the same height: see {@link StandIn}.
 */
export const Viewport = Extension.create<{ memory: ViewportMemory }, ViewportStorage>({
  name: 'viewport',
  addOptions: () => ({ memory: new ViewportMemory() }),
  addStorage() {
    return { memory: this.options.memory, watcher: null };
  },
  onBeforeCreate() {
    const { editor } = this;
    const { memory } = this.options;
    const field = renderedBlocks(memory);
    // The first rendering happens before the editor has its plugins.
    const first = new Plugin({
      props: {
        nodeViews: plainViews(editor.schema, memory),
        decorations: (state) => (renderedIn(state) ?? field.init({}, state)).decorations,
      },
    });
    const { editorProps } = editor.options;
    const withFirst = { ...editorProps, plugins: [first] };
    editor.options.editorProps = withFirst;
  },
  addProseMirrorPlugins() {
    const { editor, storage } = this;
    return [
      new Plugin({
        key: renderedBlocksKey,
        state: renderedBlocks(this.options.memory),
        view: (view) => (storage.watcher = new ViewportWatcher(view)),
        props: {
          handleDOMEvents: { keydown: (view, event) => selectsAll(editor, view, event) },
        },
      }),
    ];
  },
  onDestroy() {
    this.storage.watcher?.save();
  },
  addKeyboardShortcuts() {
    const toStart = (): boolean => goTo(this.editor, 'start', false);
    const toEnd = (): boolean => goTo(this.editor, 'end', false);
    const selectToStart = (): boolean => goTo(this.editor, 'start', true);
    const selectToEnd = (): boolean => goTo(this.editor, 'end', true);
    return {
      'Ctrl-Home': toStart,
      'Cmd-ArrowUp': toStart,
      'Ctrl-End': toEnd,
      'Cmd-ArrowDown': toEnd,
      'Shift-Ctrl-Home': selectToStart,
      'Shift-Cmd-ArrowUp': selectToStart,
      'Shift-Ctrl-End': selectToEnd,
      'Shift-Cmd-ArrowDown': selectToEnd,
    };
  },
});

/**
 * Moves the caret, or the end of the selection, to the start or end of a long text. The browser
 * moves it only to the next stand-in. Returns false if all blocks are rendered.
 */
function goTo(editor: Editor, edge: 'start' | 'end', isSelecting: boolean): boolean {
  const { state, view } = editor;
  if ((renderedIn(state)?.window ?? null) === null) return false;
  const { doc, selection } = state;
  const end = edge === 'start' ? Selection.atStart(doc) : Selection.atEnd(doc);
  const next = isSelecting ? TextSelection.between(selection.$anchor, end.$head) : end;
  view.dispatch(state.tr.setSelection(next).scrollIntoView());
  return true;
}

/**
 * Selects a long text that the user may only read: the editor handles no keys there, and the
 * browser selects only what is rendered. Returns true if the event is handled.
 */
function selectsAll(editor: Editor, view: EditorView, event: KeyboardEvent): boolean {
  const isAlone = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  const key = event.key.toLowerCase();
  // Keyboards of other scripts have the key at the same position.
  const isAll = key === 'a' || (event.code === 'KeyA' && !/^[a-z]$/.test(key));
  if (view.editable || !isAlone || !isAll) return false;
  if ((renderedIn(editor.state)?.window ?? null) === null) return false;
  event.preventDefault();
  getSelection()?.selectAllChildren(view.dom);
  view.dispatch(view.state.tr.setSelection(new AllSelection(view.state.doc)));
  return true;
}
