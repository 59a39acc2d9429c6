import type { Kysely } from 'kysely';
import type { Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, type Action } from '../../domain/access.ts';
import { beginDocumentTx, withDocument } from '../../domain/document-tx.ts';
import type { DocumentAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Transition of a document's life cycle. */
export type Transition = 'archive' | 'restore' | 'delete';

const moves = {
  archive: { verb: 'archive_document', type: 'document.archived' },
  restore: { verb: 'restore_document', type: 'document.restored' },
  delete: { verb: 'delete_document', type: 'document.deleted' },
} as const satisfies Record<Transition, { verb: Action; type: string }>;

/** Returns the changed columns for a transition, or null if nothing changes. */
function changeFor(
  transition: Transition,
  access: DocumentAccess,
  ownArchivedAt: boolean,
  at: Date,
) {
  switch (transition) {
    case 'archive':
      return ownArchivedAt ? null : { archived_at: at };
    case 'restore':
      return ownArchivedAt || access.deletedAt ? { archived_at: null, deleted_at: null } : null;
    case 'delete':
      return access.deletedAt ? null : { deleted_at: at };
  }
}

/**
 * Archives, deletes or restores a document within `trx`. Idempotent. Refuses `not_found`,
 * `not_allowed`, `archived` and `project_put_away`. A trashed document cannot be archived, and a
 * document of an archived project cannot change (`archived`). It is restored with its project
 * (`project_put_away`).
 */
export async function putDocument(
  deps: DocumentsDeps,
  trx: Db,
  {
    userId,
    documentId,
    transition,
    at,
  }: { userId: string; documentId: string; transition: Transition; at: Date },
): Promise<void> {
  const { verb, type } = moves[transition];
  const { access } = await beginDocumentTx(trx, { userId, documentId });
  requireRole(access, verb);
  if (access.projectArchivedAt) refuse(transition === 'restore' ? 'project_put_away' : 'archived');
  if (transition === 'archive' && access.deletedAt) refuse('archived');
  const change = changeFor(transition, access, access.archivedAt !== null, at);
  if (change === null) return;
  await store.changeDocument(trx, documentId, change);
  if (access.projectId !== null) await store.touchProject(trx, access.projectId, at);
  const { title } = await getPresented(trx, userId, documentId);
  await deps.recordActivity(trx, {
    type,
    actorId: userId,
    projectId: access.projectId,
    documentId,
    data: { title },
  });
}

async function put(
  deps: DocumentsDeps,
  userId: string,
  documentId: string,
  transition: Transition,
): Promise<Document> {
  const at = new Date(deps.clock.now());
  const document = await deps.db.transaction().execute(async (trx) => {
    await putDocument(deps, trx, { userId, documentId, transition, at });
    return getPresented(trx, userId, documentId);
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
  return document;
}

/** Archives a document, which becomes read-only. Refuses as {@link putDocument}. */
export function archiveDocument(
  deps: DocumentsDeps,
  userId: string,
  documentId: string,
): Promise<Document> {
  return put(deps, userId, documentId, 'archive');
}

/** Restores a document from the archive or the trash. Refuses as {@link putDocument}. */
export function restoreDocument(
  deps: DocumentsDeps,
  userId: string,
  documentId: string,
): Promise<Document> {
  return put(deps, userId, documentId, 'restore');
}

/**
 * Moves a document to the trash for thirty days, which requires the editor role. With `permanent`,
 * removes a trashed document for good, which requires the owner role (`not_deleted` if it is not in
 * the trash). Refuses as {@link putDocument}.
 */
export async function deleteDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, permanent }: { documentId: string; permanent: boolean },
): Promise<Document> {
  if (!permanent) return put(deps, userId, documentId, 'delete');
  const document = await withDocument(deps.db, { userId, documentId }, async ({ trx, access }) => {
    requireRole(access, 'remove_document');
    if (access.projectArchivedAt) refuse('archived');
    if (access.deletedAt === null) refuse('not_deleted');
    const last = await getPresented(trx, userId, documentId);
    await store.removeDocument(trx, documentId);
    return last;
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
  return document;
}
