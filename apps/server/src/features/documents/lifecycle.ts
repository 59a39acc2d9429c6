import { sql, type Kysely } from 'kysely';
import type { Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireRole, type Action } from '../../domain/access.ts';
import { beginDocumentTx } from '../../domain/document-tx.ts';
import { setParent, setPosition, withForests } from '../../domain/document-tree.ts';
import { requireNotHeld } from '../../domain/holds.ts';
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
      return ownArchivedAt || access.deletedAt
        ? { archived_at: null, deleted_at: null, archived_with: null, deleted_with: null }
        : null;
    case 'delete':
      return access.deletedAt ? null : { deleted_at: at };
  }
}

/**
 * Applies a transition to the documents inside a document. Archiving takes along the active ones,
 * deleting those that are not in the trash. Restoring brings back exactly what was put away with
 * the document, or with the document with which it was put away. Returns their ids.
 */
async function putInside(
  trx: Db,
  { documentId, transition, at }: { documentId: string; transition: Transition; at: Date },
): Promise<string[]> {
  const inside = sql`id in (select document_id from document_ancestors where ancestor_id = ${documentId})`;
  const acts = sql`(select unnest(array[id, archived_with, deleted_with]) from documents where id = ${documentId})`;
  const { rows } = await {
    archive: sql<{
      id: string;
    }>`update documents set archived_at = ${at}, archived_with = ${documentId}
      where ${inside} and archived_at is null and deleted_at is null returning id`,
    delete: sql<{
      id: string;
    }>`update documents set deleted_at = ${at}, deleted_with = ${documentId}
      where ${inside} and deleted_at is null returning id`,
    restore: sql<{ id: string }>`update documents set
        archived_at = case when archived_with in ${acts} then null else archived_at end,
        archived_with = case when archived_with in ${acts} then null else archived_with end,
        deleted_at = case when deleted_with in ${acts} then null else deleted_at end,
        deleted_with = case when deleted_with in ${acts} then null else deleted_with end
      where ${inside} and (archived_with in ${acts} or deleted_with in ${acts}) returning id`,
  }[transition].execute(trx);
  return rows.map(({ id }) => id);
}

/** Moves a restored document whose parent is archived or in the trash to the top level. */
async function leaveAwayParent(trx: Db, documentId: string): Promise<void> {
  const away = await trx
    .selectFrom('documents as d')
    .innerJoin('documents as parent', 'parent.id', 'd.parent_id')
    .select('d.id')
    .where('d.id', '=', documentId)
    .where((eb) =>
      eb.or([eb('parent.archived_at', 'is not', null), eb('parent.deleted_at', 'is not', null)]),
    )
    .executeTakeFirst();
  if (!away) return;
  await setParent(trx, { documentId, parentId: null });
  await setPosition(trx, { documentId });
}

/**
 * Archives, deletes or restores a document, with what is inside it, within `trx`, which holds the
 * lock of its forest. Idempotent. Returns the ids of the changed documents. Refuses `not_found`,
 * `not_allowed`, `archived` and `project_put_away`. A trashed document cannot be archived, and a
 * document of an archived project cannot change (`archived`). It is restored with its project
 * (`project_put_away`). A document whose parent stays away is restored at the top level.
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
): Promise<string[]> {
  const { verb, type } = moves[transition];
  const { access } = await beginDocumentTx(trx, { userId, documentId });
  requireRole(access, verb);
  if (access.projectArchivedAt) refuse(transition === 'restore' ? 'project_put_away' : 'archived');
  if (transition === 'archive' && access.deletedAt) refuse('archived');
  const change = changeFor(transition, access, access.archivedAt !== null, at);
  if (change === null) return [];
  // Before the change of the document, which contains the documents that it was put away with.
  const inside = await putInside(trx, { documentId, transition, at });
  await store.changeDocument(trx, documentId, change);
  if (access.projectId !== null) await store.touchProject(trx, access.projectId, at);
  if (transition === 'restore') await leaveAwayParent(trx, documentId);
  const { title } = await getPresented(trx, userId, documentId);
  await deps.recordActivity(trx, {
    type,
    actorId: userId,
    projectId: access.projectId,
    documentId,
    data: { title, inside: inside.length },
  });
  return [documentId, ...inside];
}

async function put(
  deps: DocumentsDeps,
  userId: string,
  documentId: string,
  transition: Transition,
): Promise<Document> {
  const at = new Date(deps.clock.now());
  const { document, changed } = await withForests(
    deps.db,
    { documentIds: [documentId] },
    async (trx) => {
      const ids = await putDocument(deps, trx, { userId, documentId, transition, at });
      return { document: await getPresented(trx, userId, documentId), changed: ids };
    },
  );
  deps.live.rightsChanged({ documentIds: changed });
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
 * removes a trashed document for good, with what was moved to the trash with it, which requires the
 * owner role (`not_deleted` if it is not in the trash, `on_hold` during a legal hold). Refuses as
 * {@link putDocument}.
 */
export async function deleteDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, permanent }: { documentId: string; permanent: boolean },
): Promise<Document> {
  if (!permanent) return put(deps, userId, documentId, 'delete');
  const { document, removed } = await withForests(
    deps.db,
    { documentIds: [documentId] },
    async (trx) => {
      const { access } = await beginDocumentTx(trx, { userId, documentId });
      requireRole(access, 'remove_document');
      if (access.projectArchivedAt) refuse('archived');
      if (access.deletedAt === null) refuse('not_deleted');
      const last = await getPresented(trx, userId, documentId);
      const ids = [documentId, ...(await store.findDeletedWith(trx, documentId))];
      await requireNotHeld(trx, 'document', ids);
      await store.removeDocuments(trx, ids);
      return { document: last, removed: ids };
    },
  );
  deps.live.rightsChanged({ documentIds: removed });
  return document;
}
