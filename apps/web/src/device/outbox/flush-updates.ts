import { newClient } from '@longhand/text';
import * as Y from 'yjs';
import type { UnsentDatabase } from './database.ts';
import { openLiveLink } from './live-link.ts';
import { outboxOf } from './outbox.ts';

/**
 * Sends the pending updates of one document from the device, without displaying it, for at most
 * `timeout` milliseconds. Refused updates stay there.
 */
export async function flushUpdates(options: {
  database: UnsentDatabase;
  userId: string;
  documentId: string;
  timeout: number;
}): Promise<void> {
  const { database, userId, documentId, timeout } = options;
  const doc = new Y.Doc();
  doc.clientID = newClient();
  const outbox = outboxOf(database, userId, documentId);
  const link = openLiveLink({
    documentId,
    userId,
    doc,
    awareness: null,
    outbox,
    copies: null,
    isShown: false,
  });
  await link.flush(timeout);
  link.close();
  doc.destroy();
}
