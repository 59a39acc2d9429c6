import type { Kysely } from 'kysely';
import type { Document, DocumentChange } from '@longhand/contract';
import type { Schema } from '../../db/schema.ts';
import { requireChange, requireUnlocked } from '../../domain/access.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import { withDocument } from '../../domain/document-tx.ts';
import {
  findProjectAccess,
  getDocumentAccess,
  type DocumentAccess,
} from '../../domain/membership.ts';
import { recordVisit } from '../../domain/visits.ts';
import { refuse } from '../../platform/refusal.ts';
import { makeRoom } from './create.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/**
 * Refuses `not_allowed` if a move would take a document from its collaborators. Out of a project,
 * only an owner may move it, or an editor who is its author. A personal draft is moved by its
 * owner. Otherwise an editor could move other users' texts into a project of their own, where the
 * authors cannot find them.
 */
async function requireMove(trx: Db, access: DocumentAccess, userId: string): Promise<void> {
  requireChange(access, 'move_document');
  if (access.projectId === null) {
    if (access.role !== 'owner') refuse('not_allowed');
    return;
  }
  if (access.createdBy === userId) return;
  const from = await findProjectAccess(trx, userId, access.projectId);
  if (from?.role !== 'owner') refuse('not_allowed');
}

/**
 * Moves a document to the end of a project or to the caller's drafts. Records activities in
 * both projects.
 */
export async function moveDocument(
  deps: DocumentsDeps,
  trx: Db,
  {
    userId,
    documentId,
    projectId,
    at,
  }: { userId: string; documentId: string; projectId: string | null; at: Date },
): Promise<void> {
  const access = await getDocumentAccess(trx, userId, documentId);
  if (projectId === access.projectId) return requireChange(access, 'move_document');
  await requireMove(trx, access, userId);
  const position = await makeRoom(trx, userId, projectId, at);
  if (access.projectId !== null) await store.touchProject(trx, access.projectId, at);
  const { title } = await getPresented(trx, userId, documentId);
  await store.changeDocument(trx, documentId, {
    project_id: projectId,
    owner_id: projectId === null ? userId : null,
    position,
  });
  // Users who shared it there may have no right here: their links end, and sockets without rights
  // are closed.
  await endLinksWithoutRight(trx, deps, { documentId, actorId: userId });
  const entry = { type: 'document.moved', actorId: userId, documentId } as const;
  for (const eachId of new Set([access.projectId, projectId])) {
    await deps.recordActivity(trx, {
      ...entry,
      projectId: eachId,
      data: { title, from: access.projectId, to: projectId },
    });
  }
}

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

/**
 * Renames or moves a document, or sets its status, goal or language. Equal values are no change.
 * Refuses `not_found`, `not_allowed`, `archived`, `locked` (a new title for a locked document).
 */
export async function updateDocument(
  deps: DocumentsDeps,
  userId: string,
  { documentId, change }: { documentId: string; change: DocumentChange },
): Promise<Document> {
  const at = new Date(deps.clock.now());
  const { before, after } = await withDocument(
    deps.db,
    { userId, documentId },
    async ({ trx, access }) => {
      requireChange(access, 'rename_document');
      const document = await getPresented(trx, userId, documentId);
      const { title, status, projectId, goal, language } = change;
      if (title !== undefined && title !== document.title) {
        requireUnlocked(access);
        await rename(deps, trx, { userId, before: document, title, at });
      }
      if (status !== undefined && status !== document.status)
        await setStatus(deps, trx, { userId, before: document, status, at });
      if (goal !== undefined) {
        await store.changeDocument(trx, documentId, {
          goal_words: goal?.words ?? null,
          goal_due_on: goal?.dueOn ?? null,
        });
      }
      if (language !== undefined) await store.changeDocument(trx, documentId, { language });
      if (projectId !== undefined)
        await moveDocument(deps, trx, { userId, documentId, projectId, at });
      await recordVisit(trx, { userId, documentId, at });
      return { before: document, after: await getPresented(trx, userId, documentId) };
    },
  );
  if (after.projectId !== before.projectId) deps.live.rightsChanged({ documentIds: [documentId] });
  if (after.status === 'approved' && before.status !== 'approved')
    await deps.onApproval({ documentId, userId });
  return after;
}
