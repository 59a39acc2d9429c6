import type { Document } from '@longhand/contract';
import { requireChange } from '../../domain/access.ts';
import { withDocument } from '../../domain/document-tx.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

/**
 * Locks a document, so that it can only be read and commented on, or unlocks it. Idempotent. Live
 * connections are notified at once. Refuses `not_found`, `not_allowed`, `archived`.
 */
export async function setLocked(
  deps: DocumentsDeps,
  userId: string,
  { documentId, locked }: { documentId: string; locked: boolean },
): Promise<Document> {
  const document = await withDocument(deps.db, { userId, documentId }, async ({ trx, access }) => {
    requireChange(access, 'lock_document');
    if ((access.lockedAt !== null) !== locked) {
      await store.changeDocument(trx, documentId, {
        locked_at: locked ? new Date(deps.clock.now()) : null,
      });
      const { title } = await getPresented(trx, userId, documentId);
      const type = locked ? 'document.locked' : 'document.unlocked';
      await deps.recordActivity(trx, {
        type,
        actorId: userId,
        projectId: access.projectId,
        documentId,
        data: { title },
      });
    }
    return getPresented(trx, userId, documentId);
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
  return document;
}
