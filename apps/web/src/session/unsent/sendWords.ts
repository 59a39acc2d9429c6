import { rescueShared, textOfDoc, type Swallowed } from '@longhand/document';
import * as Y from 'yjs';
import type { UnsentDatabase } from './database.ts';
import { openLiveLink } from './liveLink.ts';
import { outboxOf } from './outbox.ts';
import { onSwallowed } from './swallowedHere.ts';

/**
 * Sends what earlier pages left on the device of one document, which no page needs to show, for at most `timeout` milliseconds each way. Words of which
 * the block is gone by now are put back. What the server refuses stays.
 */
export async function sendWords(options: {
  database: UnsentDatabase;
  userId: string;
  documentId: string;
  timeout: number;
}): Promise<void> {
  const { database, userId, documentId, timeout } = options;
  const doc = new Y.Doc();
  const outbox = outboxOf(database, userId, documentId);
  const link = openLiveLink({ documentId, userId, doc, awareness: null, outbox, copies: null, isShown: false });
  const swallowed: Swallowed[] = [];
  const stopHearing = onSwallowed({ documentId, doc, link, isHere: () => true }, (found) => void swallowed.push(...found));
  if ((await link.flush(timeout)) && swallowed.length > 0) {
    const author = { author: userId, at: Date.now(), newId, client: String(doc.clientID) };
    rescueShared(textOfDoc(doc), swallowed, link.state.right === 'write' ? null : author);
    await link.flush(timeout);
  }
  stopHearing();
  link.close();
  doc.destroy();
}

/** The id of a suggestion; also where the page came over plain HTTP. */
function newId(): string {
  return crypto.getRandomValues(new Uint32Array(4)).join('-');
}
