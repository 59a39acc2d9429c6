import type { Kysely } from 'kysely';
import type { Document, DocumentChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireChange, requireUnlocked } from '../../domain/access.ts';
import { beginDocumentTx, type DocumentTx } from '../../domain/document-tx.ts';
import { withForests } from '../../domain/document-tree.ts';
import { recordVisit } from '../../domain/visits.ts';
import type { DocumentsDeps } from './deps.ts';
import { moveDocument } from './move.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

async function rename(
  deps: DocumentsDeps,
  trx: Db,
  given: { userId: string; before: Document; title: string; at: Date },
) {
  const { userId, before, title, at } = given;
  await store.setTitle(trx, { documentId: before.id, title, by: userId, at });
  const entry = {
    type: 'document.renamed',
    actorId: userId,
    projectId: before.projectId,
    documentId: before.id,
  } as const;
  await deps.recordActivity(trx, { ...entry, data: { from: before.title, title } });
}

async function setStatus(
  deps: DocumentsDeps,
  trx: Db,
  given: { userId: string; before: Document; status: Document['status']; at: Date },
): Promise<void> {
  const { userId, before, status, at } = given;
  await store.changeDocument(trx, before.id, { status, updated_at: at });
  const entry = {
    type: 'document.status_changed',
    actorId: userId,
    projectId: before.projectId,
    documentId: before.id,
  } as const;
  await deps.recordActivity(trx, {
    ...entry,
    data: { title: before.title, from: before.status, to: status },
  });
}

/** Applies a change within its transaction. Returns the ids of moved documents. */
async function apply(
  deps: DocumentsDeps,
  { trx, access }: DocumentTx,
  given: { userId: string; before: Document; change: DocumentChange; at: Date },
): Promise<string[]> {
  const { userId, before, change, at } = given;
  const documentId = before.id;
  const { title, status, projectId, parentId, beforeId, goal, language } = change;
  if (title !== undefined && title !== before.title) {
    requireUnlocked(access);
    await rename(deps, trx, { userId, before, title, at });
  }
  if (status !== undefined && status !== before.status)
    await setStatus(deps, trx, { userId, before, status, at });
  if (goal !== undefined) {
    await store.changeDocument(trx, documentId, {
      goal_words: goal?.words ?? null,
      goal_due_on: goal?.dueOn ?? null,
    });
  }
  if (language !== undefined) await store.changeDocument(trx, documentId, { language });
  const target = { projectId, parentId, beforeId };
  const moved = await moveDocument(deps, trx, { userId, documentId, target, at });
  await recordVisit(trx, { userId, documentId, at });
  return moved;
}

/**
 * Renames or moves a document, or sets its status, goal or language. Equal values are no change.
 * Refuses `not_found`, `not_allowed`, `archived`, `locked` (a new title for a locked document), and
 * as {@link moveDocument}.
 */
export async function updateDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, change }: { documentId: string; change: DocumentChange },
): Promise<Document> {
  const at = new Date(deps.clock.now());
  const { projectId, parentId } = change;
  const isMove = projectId !== undefined || parentId !== undefined;
  const more = projectId === undefined ? [] : [{ projectId, ownerId: userId }];
  const documentIds = isMove ? [documentId, ...(parentId ? [parentId] : [])] : [];
  const { before, after, moved } = await withForests(
    deps.db,
    { documentIds, more },
    async (trx) => {
      const tx = await beginDocumentTx(trx, { userId, documentId });
      requireChange(tx.access, 'rename_document');
      const document = await getPresented(trx, userId, documentId);
      const ids = await apply(deps, tx, { userId, before: document, change, at });
      return { before: document, after: await getPresented(trx, userId, documentId), moved: ids };
    },
  );
  if (moved.length > 0) deps.live.rightsChanged({ documentIds: moved });
  if (after.status === 'approved' && before.status !== 'approved')
    await deps.onApproval({ documentId, userId });
  return after;
}
