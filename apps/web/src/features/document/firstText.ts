import { asNobody } from '@longhand/document';
import { Extension, type AnyExtension } from '@tiptap/core';
import { Collaboration, type CollaborationOptions } from '@tiptap/extension-collaboration';
import type { Plugin } from '@tiptap/pm/state';
import { initProseMirrorDoc, ySyncPluginKey, yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { layOutFromTop } from './fromTop.ts';

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

/**
 * What the editor's binding remembers for undo: where the caret was. It would look for that at each letter of others, through all blocks; where the
 * caret is among them does not change by what they write.
 */
function seldomLooking(plugin: Plugin): Plugin {
  const { state } = plugin.spec;
  if (state === undefined) return plugin;
  plugin.spec.state = {
    ...state,
    apply(tr, value, before, now) {
      const isOthers = (tr.getMeta(ySyncPluginKey) as { isChangeOrigin?: boolean } | undefined)?.isChangeOrigin === true;
      if (!isOthers && !tr.docChanged && !tr.selectionSet) return value;
      if (!isOthers || value.isKnown !== true) return { ...state.apply.call(this, tr, value, before, now), isKnown: isOthers };
      const { undoStack, redoStack } = value.undoManager as { undoStack: unknown[]; redoStack: unknown[] };
      return { ...value, hasUndoOps: undoStack.length > 0, hasRedoOps: redoStack.length > 0 };
    },
  };
  return plugin;
}

/** With nothing left to do again, the key of redo would be taken for that of undo, which it holds: a redo too many took everything back. */
const Bound = Collaboration.extend({
  addProseMirrorPlugins() {
    const plugins = this.parent?.() ?? [];
    return plugins.map((plugin) => (plugin.spec.key === yUndoPluginKey ? seldomLooking(plugin) : plugin));
  },
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
      const done = fragment.doc && asNobody(fragment.doc);
      const { doc, mapping: shown } = initProseMirrorDoc(fragment, editor.schema);
      done?.();
      mapping.clear();
      // Where there is no block, the one stays that the editor has made.
      if (doc.childCount === 0) return;
      for (const [shared, node] of shown) mapping.set(shared, node);
      const { tr } = editor.state;
      tr.replaceWith(0, tr.doc.content.size, doc.content);
      editor.on('destroy', layOutFromTop(doc.childCount));
      // Not to undo, and in the shared text already.
      editor.view.dispatch(tr.setMeta('addToHistory', false).setMeta(ySyncPluginKey, { isChangeOrigin: true }));
    });
  },
});
