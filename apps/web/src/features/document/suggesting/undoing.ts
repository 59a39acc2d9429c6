import { keepSuggested, textOfDoc, watchSaying, type Saying } from '@longhand/document';
import { Plugin, PluginKey } from '@tiptap/pm/state';
import { yUndoPluginKey } from '@tiptap/y-tiptap';
import type * as Y from 'yjs';
import { newId } from './newId.ts';

/** What undo needs to know where what is taken back was suggested. */
export type UndoOptions = {
  readonly author: string;
  readonly doc: Y.Doc;
  /** Whether what is done now is a suggestion. */
  readonly isOn: () => boolean;
  /** Sends all that is done meanwhile as one: see `Link.together`. */
  readonly together: (act: () => void) => void;
  /** Is told that something cannot be taken back as a suggestion, and was not. */
  readonly onRefused: () => void;
};

type Steps = 'undo' | 'redo';

const suggested = Symbol('was done while suggesting');

/**
 * Makes undo and redo of what was suggested change nothing but suggestions. Yjs takes back letters and marks one by one; what has been tidied
 * away between them meanwhile does not come back, and words of a suggestion would be real text.
 */
export function undoingPlugin({ author, doc, isOn, together, onRefused }: UndoOptions): Plugin {
  return new Plugin({
    key: new PluginKey('undoing'),
    view({ state }) {
      const undoing = (yUndoPluginKey.getState(state) as { undoManager: Y.UndoManager } | undefined)?.undoManager;
      if (undoing === undefined) return {};
      const plain = { undo: undoing.undo.bind(undoing), redo: undoing.redo.bind(undoing) };
      let saying: Saying | null = null;
      let current: boolean | null = null;
      const added = ({ stackItem }: { stackItem: Y.UndoManager['undoStack'][number] }): void => {
        stackItem.meta.set(suggested, current ?? isOn());
      };
      const run = (which: Steps): ReturnType<Y.UndoManager['undo']> => {
        current = (which === 'undo' ? undoing.undoStack : undoing.redoStack).at(-1)?.meta.get(suggested) === true;
        try {
          return current ? asSuggested(which) : plain[which]();
        } finally {
          current = null;
        }
      };
      const asSuggested = (which: Steps): ReturnType<Y.UndoManager['undo']> => {
        saying ??= watchSaying(doc);
        const ink = { id: newId(), author, at: Date.now(), by: String(doc.clientID) };
        let done: ReturnType<Y.UndoManager['undo']> = null;
        together(() => {
          const taking = { manager: undoing, which, act: (): void => void (done = plain[which]()) };
          if (saying !== null && keepSuggested(textOfDoc(doc), saying, ink, taking)) return;
          plain[which === 'undo' ? 'redo' : 'undo']();
          // Else it would be in the way of what was done before it.
          (which === 'undo' ? undoing.undoStack : undoing.redoStack).pop();
          onRefused();
        });
        return done;
      };
      undoing.on('stack-item-added', added);
      undoing.undo = () => run('undo');
      undoing.redo = () => run('redo');
      return {
        destroy() {
          undoing.off('stack-item-added', added);
          Object.assign(undoing, plain);
          saying?.destroy();
        },
      };
    },
  });
}
