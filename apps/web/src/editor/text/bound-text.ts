import { Extension, type CommandProps, type Editor, type JSONContent } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Replica } from '@longhand/text';
import type * as Y from 'yjs';
import { TextBinding, type BindingOptions } from './text-binding.ts';

type Options = Omit<BindingOptions, 'doc'> & { readonly doc: Y.Doc | null };

declare module '@tiptap/core' {
  interface Storage {
    boundText: { binding: TextBinding | null };
  }
  interface Commands<ReturnType> {
    boundText: {
      /** Reverts the last local edit. */
      undo: () => ReturnType;
      /** Reapplies the last reverted edit. */
      redo: () => ReturnType;
    };
  }
}

/**
 * Binds an editor to the text of a document: see {@link TextBinding}. The stored text is the
 * initial content.
 */
export const BoundText = Extension.create<Options, { binding: TextBinding | null }>({
  name: 'boundText',
  // Before all other extensions: changes are written before they read them.
  priority: 100_000,
  addOptions: () => ({
    doc: null,
    client: 0,
    mayWrite: true,
    writeModeOf: () => ({ kind: 'edit' }),
    together: (act) => act(),
    declare: () => {},
  }),
  addStorage: () => ({ binding: null }),
  onBeforeCreate() {
    const { doc, ...rest } = this.options;
    if (doc === null) return;
    const { editor } = this;
    const binding = new TextBinding(editor, { doc, ...rest });
    this.storage.binding = binding;
    // TipTap accepts a node at runtime, although its types do not allow it.
    editor.options.content = binding.replica.rendering.doc as unknown as JSONContent;
    editor.on('mount', () => binding.mounted());
  },
  onDestroy() {
    this.storage.binding?.destroy();
  },
  addCommands() {
    // The binding shows the result with its own transaction.
    const go =
      (kind: 'undo' | 'redo') =>
      () =>
      ({ tr, dispatch }: CommandProps): boolean => {
        tr.setMeta('preventDispatch', true);
        return dispatch === undefined || (this.storage.binding?.undo(kind) ?? false);
      };
    return { undo: go('undo'), redo: go('redo') };
  },
  addKeyboardShortcuts() {
    const go = (kind: 'undo' | 'redo') => (): true => {
      this.storage.binding?.undo(kind);
      return true;
    };
    return { 'Mod-z': go('undo'), 'Mod-y': go('redo'), 'Shift-Mod-z': go('redo') };
  },
  dispatchTransaction({ transaction, next }) {
    const { binding } = this.storage;
    if (binding === null) next(transaction);
    else binding.dispatch(transaction, next);
  },
  addProseMirrorPlugins() {
    const { storage } = this;
    return [
      new Plugin({
        key: new PluginKey('boundText'),
        state: {
          init: () => null,
          apply(tr) {
            storage.binding?.collect(tr);
            return null;
          },
        },
        props: {
          handleDOMEvents: {
            compositionend() {
              storage.binding?.composed();
              return false;
            },
          },
        },
        view: () => ({ update: (view) => storage.binding?.flush(view) }),
      }),
    ];
  },
});

/** Returns the binding of an editor; null if there is none. */
export function bindingOf(editor: Editor): TextBinding | null {
  return editor.isDestroyed ? null : (editor.storage.boundText?.binding ?? null);
}

/** Returns the replica of an editor; null if there is none. */
export function replicaOf(editor: Editor): Replica | null {
  return bindingOf(editor)?.replica ?? null;
}

/** Ends the current undo step: the next change is a separate step, however soon it follows. */
export function endUndoStep(editor: Editor): void {
  bindingOf(editor)?.closeStep();
}
