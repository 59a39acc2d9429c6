import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { UnsentDatabase } from './database.ts';
import { keptOf, type KeptDocument } from './outbox.ts';
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
  // The editor's rules are fetched only where there is something to send. Where they do not come, it stays on the device.
  const sender = await import('./sendWords.ts').catch(() => null);
  await sender?.sendWords({ database, userId, documentId, timeout });
}
