import { Extension, type AnyExtension } from '@tiptap/core';
import { Collaboration, type CollaborationOptions } from '@tiptap/extension-collaboration';
import { initProseMirrorDoc, ySyncPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';

/**
 * Binds an editor to a shared text, and has it begin with what that says: by itself it would begin empty, be shown the whole text, and be shown all of it
 * again whenever a part of the page adds something to the editor.
 */
export function boundTo(fragment: Y.XmlFragment, undo: Undo): AnyExtension[] {
  const mapping: Mapping = new Map();
  return [
    Bound.configure({ fragment, ySyncOptions: { mapping }, yUndoOptions: undo }),
    FirstText.configure({ fragment, mapping }),
  ];
}

/** With nothing left to do again, the key of redo would be taken for that of undo, which it holds: a redo too many took everything back. */
const Bound = Collaboration.extend({
  addKeyboardShortcuts() {
    const undo = (): true => this.editor.commands.undo() || true;
    const redo = (): true => this.editor.commands.redo() || true;
    return { 'Mod-z': undo, 'Mod-y': redo, 'Shift-Mod-z': redo };
  },
});

type Undo = NonNullable<CollaborationOptions['yUndoOptions']>;

type Mapping = ReturnType<typeof initProseMirrorDoc>['mapping'];

const FirstText = Extension.create<{ fragment: Y.XmlFragment | null; mapping: Mapping }>({
  name: 'firstText',
  addOptions: () => ({ fragment: null, mapping: new Map() }),
  onBeforeCreate() {
    const { editor } = this;
    const { fragment, mapping } = this.options;
    if (fragment === null) return;
    // Once its plugins are in: with them the editor draws all that it has anew, which is nothing yet.
    editor.on('mount', () => {
      const { doc, mapping: shown } = initProseMirrorDoc(fragment, editor.schema);
      mapping.clear();
      // Where there is no block, the one stays that the editor has made.
      if (doc.childCount === 0) return;
      for (const [shared, node] of shown) mapping.set(shared, node);
      const { tr } = editor.state;
      tr.replaceWith(0, tr.doc.content.size, doc.content);
      // Not to undo, and in the shared text already.
      editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(ySyncPluginKey, { isChangeOrigin: true }));
    });
  },
});
