import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import type { UnsentDatabase } from './database.ts';
import { unsentChangesOf, type UnsentChanges } from './outbox.ts';
import { titleOutboxOf } from './titles.ts';

/**
 * Sends the user's unsent changes from earlier pages. Returns what is still on the device after
 * `timeout` milliseconds. Refused changes stay there. Sending in parallel to an open page of the
 * same document is idempotent.
 */
export async function flushOutboxes(options: {
  database: UnsentDatabase;
  call: Call;
  userId: string;
  timeout: number;
}): Promise<UnsentChanges[]> {
  const { database, userId } = options;
  const changes = await unsentChangesOf(database, userId);
  await Promise.all(changes.map((document) => sendOne(options, document)));
  return changes.length === 0 ? [] : unsentChangesOf(database, userId);
}

async function sendOne(
  { database, call, userId, timeout }: Parameters<typeof flushOutboxes>[0],
  { documentId, updates, title }: UnsentChanges,
): Promise<void> {
  if (title !== null) {
    try {
      await call(
        'updateDocument',
        { params: { id: documentId }, body: { title }, as: userId },
        AbortSignal.timeout(timeout),
      );
      await titleOutboxOf(database, userId, documentId).remove(title);
    } catch (error) {
      if (!(error instanceof ApiFailure || error instanceof DOMException)) throw error;
    }
  }
  if (updates.length === 0) return;
  // The editor's rules are loaded only if there is something to send. If loading fails, the changes
  // stay on the device.
  const sender = await import('./flush-updates.ts').catch(() => null);
  await sender?.flushUpdates({ database, userId, documentId, timeout });
}
