import type { Kysely } from 'kysely';
import type { Document } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { demand, type Verb } from '../../domain/access.ts';
import { getDocumentAccess, type DocumentAccess } from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Where a document can be put. */
export type Place = 'archive' | 'restore' | 'delete';

const moves = {
  archive: { verb: 'archive_document', type: 'document.archived' },
  restore: { verb: 'restore_document', type: 'document.restored' },
  delete: { verb: 'delete_document', type: 'document.deleted' },
} as const satisfies Record<Place, { verb: Verb; type: string }>;

/** What its row says in its new place; null where it is there already. */
function changeFor(place: Place, access: DocumentAccess, ownArchivedAt: boolean, at: Date) {
  switch (place) {
    case 'archive':
      return ownArchivedAt ? null : { archived_at: at };
    case 'restore':
      return ownArchivedAt || access.deletedAt ? { archived_at: null, deleted_at: null } : null;
    case 'delete':
      return access.deletedAt ? null : { deleted_at: at };
  }
}

/**
 * Puts a document into the archive or the trash, or takes it out of both, within `trx`; there already, nothing happens. Refuses
 * `not_found`, `not_allowed`, `archived` (what is in the trash is not archived; what is in an archived project stays as it is) and
 * `project_put_away` (a document comes back with its project).
 */
export async function putDocument(
  deps: DocumentsDeps,
  trx: Db,
  { userId, documentId, place, at }: { userId: string; documentId: string; place: Place; at: Date },
): Promise<void> {
  const { verb, type } = moves[place];
  await store.lockDocument(trx, documentId);
  const access = await getDocumentAccess(trx, userId, documentId);
  demand(access, verb);
  if (access.projectArchivedAt) refuse(place === 'restore' ? 'project_put_away' : 'archived');
  if (place === 'archive' && access.deletedAt) refuse('archived');
  const change = changeFor(place, access, access.archivedAt !== null, at);
  if (change === null) return;
  await store.changeDocument(trx, documentId, change);
  if (access.projectId !== null) await store.touchProject(trx, access.projectId, at);
  const { title } = await getPresented(trx, userId, documentId);
  await deps.journal(trx, { type, actorId: userId, projectId: access.projectId, documentId, data: { title } });
}

async function put(deps: DocumentsDeps, userId: string, documentId: string, place: Place): Promise<Document> {
  const at = new Date(deps.clock.now());
  const document = await deps.db.transaction().execute(async (trx) => {
    await putDocument(deps, trx, { userId, documentId, place, at });
    return getPresented(trx, userId, documentId);
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
  return document;
}

/** Puts a document away; it can only be read. Refuses as {@link putDocument}. */
export function archiveDocument(deps: DocumentsDeps, userId: string, documentId: string): Promise<Document> {
  return put(deps, userId, documentId, 'archive');
}

/** Takes a document out of the archive or the trash. Refuses as {@link putDocument}. */
export function restoreDocument(deps: DocumentsDeps, userId: string, documentId: string): Promise<Document> {
  return put(deps, userId, documentId, 'restore');
}

/**
 * Puts a document into the trash for thirty days, which editors may do; with `permanent`, which is the owners', removes for good what
 * is there already (`not_deleted` where it is not). Refuses as {@link putDocument}.
 */
export async function deleteDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, permanent }: { documentId: string; permanent: boolean },
): Promise<Document> {
  if (!permanent) return put(deps, userId, documentId, 'delete');
  const document = await deps.db.transaction().execute(async (trx) => {
    await store.lockDocument(trx, documentId);
    const access = await getDocumentAccess(trx, userId, documentId);
    demand(access, 'remove_document');
    if (access.projectArchivedAt) refuse('archived');
    if (access.deletedAt === null) refuse('not_deleted');
    const last = await getPresented(trx, userId, documentId);
    await store.removeDocument(trx, documentId);
    return last;
  });
  deps.live.rightsChanged({ documentIds: [documentId] });
  return document;
}
