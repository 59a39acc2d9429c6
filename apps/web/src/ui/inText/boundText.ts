import { Extension, type CommandProps, type Editor, type JSONContent } from '@tiptap/core';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import type { Replica } from '@longhand/text';
import type * as Y from 'yjs';
import { TextBinding, type BindingOptions } from './textBinding.ts';

type Options = Omit<BindingOptions, 'doc'> & { readonly doc: Y.Doc | null };

declare module '@tiptap/core' {
  interface Storage {
    boundText: { binding: TextBinding | null };
  }
  interface Commands<ReturnType> {
    boundText: {
      /** Takes back what was done here last. */
      undo: () => ReturnType;
      /** Does again what was taken back last. */
      redo: () => ReturnType;
    };
  }
}

/** Joins an editor to the text of a document: see {@link TextBinding}. The editor begins with what is stored. */
export const BoundText = Extension.create<Options, { binding: TextBinding | null }>({
  name: 'boundText',
  // Before all others: what they look at is written by then.
  priority: 100_000,
  addOptions: () => ({
    doc: null,
    client: 0,
    mayWrite: true,
    inkOf: () => ({ kind: 'edit' }),
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
    // TipTap takes a node as it is, although its types do not say so.
    editor.options.content = binding.replica.rendering.doc as unknown as JSONContent;
    editor.on('mount', () => binding.mounted());
  },
  onDestroy() {
    this.storage.binding?.destroy();
  },
  addCommands() {
    // The binding shows what became of it by a transaction of its own.
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

/** Answers what joins an editor to its text. Null where nothing does. */
export function bindingOf(editor: Editor): TextBinding | null {
  return editor.isDestroyed ? null : (editor.storage.boundText?.binding ?? null);
}

/** Answers the text that an editor shows. Null where it shows none. */
export function replicaOf(editor: Editor): Replica | null {
  return bindingOf(editor)?.replica ?? null;
}

/** Ends what undo takes back in one step: what comes next is taken back by itself, however soon it comes. */
export function endUndoStep(editor: Editor): void {
  bindingOf(editor)?.closeStep();
}
