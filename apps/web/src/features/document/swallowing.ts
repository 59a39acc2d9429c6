import { rescue, swallowedBy, textOfDoc, type Swallowed } from '@longhand/document';
import { Taken, type Link } from '@longhand/sync';
import type { Editor } from '@tiptap/core';
import { TextSelection } from '@tiptap/pm/state';
import * as Y from 'yjs';

/** Words of this page that somebody took away with their block without knowing of them, until they are put back. */
export type Swallowing = {
  /** Puts back what there is, and from now on what comes. `told` hears of what is not where it was. Answers a function that ends it. */
  putBack(editor: Editor, told: () => void): () => void;
  stop(): void;
};

/** Milliseconds after one's last letter in which the caret goes with it. */
const writing = 2_000;

/** Watches what arrives at `doc` for words of this page, also those that an earlier page left on the device, that go with a block. */
export function watchSwallowed(doc: Y.Doc, link: Link): Swallowing {
  let waiting: Swallowed[] = [];
  let wake: (() => void) | null = null;
  let wroteAt = -writing;

  const wrote = (_: Uint8Array, origin: unknown): void => {
    if (!(origin instanceof Taken)) wroteAt = performance.now();
  };
  const arrived = (transaction: Y.Transaction): void => {
    const { origin, deleteSet } = transaction;
    if (!(origin instanceof Taken) || deleteSet.clients.size === 0) return;
    const swallowed = swallowedBy(transaction, textOfDoc(doc), origin.updates, writersOf(doc, link));
    if (swallowed.length === 0) return;
    waiting.push(...swallowed);
    // The editor shows what has arrived before it is told of more.
    queueMicrotask(() => wake?.());
  };
  doc.on('update', wrote);
  doc.on('afterTransaction', arrived);

  function put(editor: Editor, told: () => void): void {
    const swallowed = waiting;
    waiting = [];
    if (swallowed.length === 0 || editor.isDestroyed) return;
    const { tr } = editor.state;
    const { last, isApart } = rescue(tr, textOfDoc(doc), swallowed);
    if (!tr.docChanged) return;
    if (last !== null && performance.now() - wroteAt < writing) tr.setSelection(TextSelection.create(tr.doc, last));
    editor.view.dispatch(tr);
    if (isApart) told();
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
      doc.off('afterTransaction', arrived);
    },
  };
}

/** The clients that wrote here what the server may not have: this page, and earlier ones. */
function writersOf(doc: Y.Doc, link: Link): Set<number> {
  const writers = new Set([doc.clientID]);
  for (const update of link.unsent()) for (const client of Y.parseUpdateMeta(update).from.keys()) writers.add(client);
  return writers;
}
