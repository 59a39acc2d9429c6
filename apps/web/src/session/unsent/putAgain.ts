import { asSwallowed, rescueShared, textOfDoc, type UnsentWords } from '@longhand/document';
import type { Outbox } from '@longhand/sync';
import * as Y from 'yjs';
import { openLiveLink } from './liveLink.ts';

/** Milliseconds that this may take. */
const patience = 20_000;

/**
 * Puts words that the server would not take where they stood, into a document as the server has it now, as suggestions of their author. Answers whether
 * they are on the server's disk. On the device nothing changes: what was refused is there until somebody lets it go.
 */
export async function putAgain(options: {
  documentId: string;
  userId: string;
  words: readonly UnsentWords[];
  newId: () => string;
}): Promise<boolean> {
  const { documentId, userId, words, newId } = options;
  const doc = new Y.Doc();
  const link = openLiveLink({ documentId, userId, doc, awareness: null, outbox: inMemory(), copies: null, isShown: false });
  try {
    if (!(await isSynced(link))) return false;
    const root = textOfDoc(doc);
    const author = { author: userId, at: Date.now(), newId, client: String(doc.clientID) };
    let isDone = true;
    link.together(() => {
      isDone = rescueShared(root, asSwallowed(root, words), author);
    });
    return isDone && (await link.flush(patience));
  } finally {
    link.close();
    doc.destroy();
  }
}

function isSynced(link: ReturnType<typeof openLiveLink>): Promise<boolean> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(false), patience);
    const look = (): void => {
      if (!link.state.synced && link.state.ended === null) return;
      clearTimeout(timer);
      resolve(link.state.synced);
    };
    link.onChange(look);
    look();
  });
}

/** An outbox of one page's life: the words are kept on the device already. */
function inMemory(): Outbox {
  let key = 0;
  return {
    load: () => Promise.resolve([]),
    add: () => Promise.resolve((key += 1)),
    remove: () => Promise.resolve(),
  };
}
