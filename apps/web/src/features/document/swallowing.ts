import { rescue, textOfDoc, type Swallowed } from '@longhand/document';
import { Taken, type Link } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import type { Awareness } from 'y-protocols/awareness';
import type * as Y from 'yjs';
import { onSwallowed } from '../../session/unsent/swallowedHere.ts';

/** Words of this page that somebody took away with their block without knowing of them, until they are put back. */
export type Swallowing = {
  /** Puts back what there is, and from now on what comes. `told` hears of what is not where it was. Answers a function that ends it. */
  putBack(editor: Editor, told: () => void): () => void;
  stop(): void;
};

/** Milliseconds after one's last letter in which the caret goes with it. */
const writing = 2_000;

/** Watches what arrives at `doc` for words that go with a block: see `onSwallowed`. */
export function watchSwallowed(documentId: string, doc: Y.Doc, awareness: Awareness, link: Link): Swallowing {
  let waiting: Swallowed[] = [];
  let wake: (() => void) | null = null;
  let wroteAt = -writing;

  const wrote = (_: Uint8Array, origin: unknown): void => {
    if (!(origin instanceof Taken)) wroteAt = performance.now();
  };
  doc.on('update', wrote);
  const isHere = (client: number): boolean => awareness.getStates().has(client);
  const stopHearing = onSwallowed({ documentId, doc, link, isHere }, (swallowed) => {
    waiting.push(...swallowed);
    wake?.();
  });

  function put(editor: Editor, told: () => void): void {
    const swallowed = waiting;
    waiting = [];
    if (swallowed.length === 0 || editor.isDestroyed) return;
    const { tr } = editor.state;
    const { last, isApart } = rescue(tr, textOfDoc(doc), swallowed);
    if (!tr.docChanged) return;
    if (last !== null && performance.now() - wroteAt < writing) tr.setSelection(TextSelection.create(tr.doc, last));
    const { doc: before } = editor.state;
    editor.view.dispatch(tr);
    // Where it could not be suggested, it waits for the next time.
    if (editor.state.doc === before) waiting.unshift(...swallowed);
    else if (isApart) told();
  }

  return {
    putBack(editor, told) {
      wake = () => put(editor, told);
      wake();
      return () => {
        wake = null;
      };
    },
    stop() {
      doc.off('update', wrote);
      stopHearing();
    },
  };
}
