import type { Document } from '@longhand/contract';
import { requireChange } from '../../domain/access.ts';
import { findPlace, idsInside, withForests } from '../../domain/document-tree.ts';
import { beginDocumentTx } from '../../domain/document-tx.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

/**
 * Transfers a document without a project, with what is inside it, to a user with whom it was
 * shared. The previous owner remains an owner by sharing, and can leave. Refuses `not_found`,
 * `not_allowed`, `archived`, `in_project`, `inside_another`, `user_not_found`.
 */
export async function handOverDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, newOwnerId }: { documentId: string; newOwnerId: string },
): Promise<Document> {
  const at = new Date(deps.clock.now());
  const changed: string[] = [];
  const document = await withForests(deps.db, { documentIds: [documentId] }, async (trx) => {
    const { access } = await beginDocumentTx(trx, { userId, documentId });
    requireChange(access, 'hand_over');
    if (access.projectId !== null) refuse('in_project');
    if ((await findPlace(trx, documentId))?.parentId) refuse('inside_another');
    if (newOwnerId === userId) return getPresented(trx, userId, documentId);
    const member = await trx
      .deleteFrom('document_members')
      .where('document_id', '=', documentId)
      .where('user_id', '=', newOwnerId)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('users')
            .select('id')
            .where('id', '=', newOwnerId)
            .where('is_guest', '=', false)
            .where('disabled_at', 'is', null),
        ),
      )
      .returning('user_id')
      .executeTakeFirst();
    if (!member) refuse('user_not_found');
    await trx
      .insertInto('document_members')
      .values({ document_id: documentId, user_id: userId, role: 'owner', added_at: at })
      .onConflict((conflict) =>
        conflict.columns(['document_id', 'user_id']).doUpdateSet({ role: 'owner' }),
      )
      .execute();
    changed.push(documentId, ...(await idsInside(trx, documentId)));
    await store.changeForest(trx, changed, { projectId: null, ownerId: newOwnerId });
    const after = await getPresented(trx, userId, documentId);
    const entry = {
      type: 'document.handed_over',
      actorId: userId,
      projectId: null,
      documentId,
    } as const;
    await deps.recordActivity(trx, { ...entry, data: { title: after.title, userId: newOwnerId } });
    return after;
  });
  deps.live.rightsChanged({ documentIds: changed });
  return document;
}
