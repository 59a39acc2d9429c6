import * as Y from 'yjs';
import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { UnsentDatabase } from './database.ts';
import { openLiveLink } from './liveLink.ts';
import { keptOf, outboxOf, type KeptDocument } from './outbox.ts';
import { titleOutboxOf } from './titles.ts';

/**
 * Sends what an earlier page of this person left on the device, and answers what is still there after `timeout` milliseconds.
 * What the server refuses stays. Sending beside an open page of the same document is harmless: the second time does nothing.
 */
export async function sendKept(options: {
  database: UnsentDatabase;
  call: Call;
  userId: string;
  timeout: number;
}): Promise<KeptDocument[]> {
  const { database, userId } = options;
  const kept = await keptOf(database, userId);
  await Promise.all(kept.map((document) => sendOne(options, document)));
  return kept.length === 0 ? [] : keptOf(database, userId);
}

async function sendOne(
  { database, call, userId, timeout }: Parameters<typeof sendKept>[0],
  { documentId, updates, title }: KeptDocument,
): Promise<void> {
  if (title !== null) {
    try {
      await call('updateDocument', { params: { id: documentId }, body: { title }, as: userId }, AbortSignal.timeout(timeout));
      await titleOutboxOf(database, userId, documentId).remove(title);
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof DOMException)) throw error;
    }
  }
  if (updates.length === 0) return;
  const doc = new Y.Doc();
  const outbox = outboxOf(database, userId, documentId);
  const link = openLiveLink({ documentId, userId, doc, awareness: null, outbox, copies: null, isShown: false });
  await link.flush(timeout);
  link.close();
  doc.destroy();
}
