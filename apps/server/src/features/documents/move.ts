import { wrongField } from '@longhand/contract';
import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { requireChange } from '../../domain/access.ts';
import {
  findPlace,
  idsInside,
  setParent,
  setPosition,
  type Forest,
  type DocumentPlace,
} from '../../domain/document-tree.ts';
import { endLinksWithoutRight } from '../../domain/guest-links.ts';
import {
  findProjectAccess,
  getDocumentAccess,
  getProjectAccess,
  type DocumentAccess,
} from '../../domain/membership.ts';
import { refuse } from '../../platform/refusal.ts';
import type { DocumentsDeps } from './deps.ts';
import { getPresented } from './presented.ts';
import * as store from './store.ts';

type Db = Kysely<Schema>;

/** Destination of a move; absent values stay. See `documentChange` of the contract. */
export type Target = {
  readonly projectId?: string | null | undefined;
  readonly parentId?: string | null | undefined;
  readonly beforeId?: string | null | undefined;
};

/**
 * Refuses `not_allowed` if a move would take a document from its collaborators. Out of a project,
 * only an owner may move it, or an editor who is the author of it and of all documents inside it. A
 * personal draft is moved by its owner. Otherwise an editor could move other users' texts into a
 * project of their own, where the authors cannot find them.
 */
async function requireLeave(
  trx: Db,
  access: DocumentAccess,
  { userId, inside }: { userId: string; inside: readonly string[] },
): Promise<void> {
  if (access.projectId === null) {
    if (access.role !== 'owner') refuse('not_allowed');
    return;
  }
  if (access.createdBy === userId && (await areAllBy(trx, userId, inside))) return;
  const from = await findProjectAccess(trx, userId, access.projectId);
  if (from?.role !== 'owner') refuse('not_allowed');
}

async function areAllBy(trx: Db, userId: string, documentIds: readonly string[]): Promise<boolean> {
  const other = await trx
    .selectFrom('documents')
    .select('id')
    .where(sql<boolean>`id = any(${documentIds}::uuid[])`)
    .where('created_by', '<>', userId)
    .executeTakeFirst();
  return other === undefined;
}

/**
 * Returns the forest in which a document with this parent or project belongs, after the check of
 * the right to create a document there. `projectId` null: the user's own drafts. Refuses
 * `not_found`, `not_allowed`, `archived`, and `invalid` for a parent that is not in `projectId`.
 */
export async function requireDestination(
  trx: Db,
  userId: string,
  { projectId, parentId = null }: Pick<Target, 'projectId' | 'parentId'>,
): Promise<Forest> {
  if (parentId === null) {
    if (projectId !== undefined && projectId !== null)
      requireChange(await getProjectAccess(trx, userId, projectId), 'create_document');
    return { projectId: projectId ?? null, ownerId: userId };
  }
  requireChange(await getDocumentAccess(trx, userId, parentId), 'create_document');
  const place = (await findPlace(trx, parentId)) ?? refuse('not_found');
  if (projectId !== undefined && projectId !== place.projectId)
    refuse('invalid', {
      errors: [wrongField('parentId', 'parent_elsewhere')],
    });
  return { projectId: place.projectId, ownerId: place.ownerId };
}

/** Checks a move within a project, or among the personal drafts of one owner. */
async function requireMoveWithin(
  trx: Db,
  access: DocumentAccess,
  given: { userId: string; from: DocumentPlace; parentId: string | null },
): Promise<void> {
  const { userId, from, parentId } = given;
  if (parentId !== null) {
    requireChange(await getDocumentAccess(trx, userId, parentId), 'create_document');
  } else if (from.projectId !== null) {
    requireChange(await getProjectAccess(trx, userId, from.projectId), 'create_document');
  }
  if (from.projectId !== null || parentId === from.parentId) return;
  // Among drafts, an editor moves within the tree that was shared; only the owner changes the tree.
  const isSameTree =
    parentId !== null && (await rootOf(trx, parentId)) === (await rootOf(trx, access.documentId));
  if (!isSameTree && access.role !== 'owner') refuse('not_allowed');
}

async function rootOf(trx: Db, documentId: string): Promise<string> {
  const row = await trx
    .selectFrom('document_ancestors')
    .select('ancestor_id as id')
    .where('document_id', '=', documentId)
    .orderBy('depth', 'desc')
    .executeTakeFirst();
  return row?.id ?? documentId;
}

const isSameForest = (one: Forest, other: Forest): boolean =>
  one.projectId === other.projectId && (one.projectId !== null || one.ownerId === other.ownerId);

/**
 * Moves a document, with everything inside it, to another parent, project or place among its
 * siblings. Records activities in the projects concerned. The caller holds the locks of the
 * forests. Returns the ids of all moved documents if their readers may have changed. Refuses
 * `not_found`, `not_allowed`, `archived`, `inside_itself`, `too_deep`, `order_differs`.
 */
export async function moveDocument(
  deps: DocumentsDeps,
  trx: Db,
  given: { userId: string; documentId: string; target: Target; at: Date },
): Promise<string[]> {
  const { userId, documentId, target, at } = given;
  if (target.projectId === undefined && target.parentId === undefined) return [];
  const access = await getDocumentAccess(trx, userId, documentId);
  requireChange(access, 'move_document');
  const from = (await findPlace(trx, documentId)) ?? refuse('not_found');
  // Only a project is given, and it is the present one: the parent stays.
  if (target.parentId === undefined && target.projectId === from.projectId) return [];
  const parentId = target.parentId ?? null;
  const to = await findForest(trx, from, { userId, target });
  const isWithin = isSameForest(from, to);
  const inside = await idsInside(trx, documentId);
  if (isWithin) await requireMoveWithin(trx, access, { userId, from, parentId });
  else {
    // A personal draft gets another owner only by a transfer.
    const isOfOther = to.projectId === null && to.ownerId !== userId;
    if (isOfOther || (from.projectId === null && to.projectId === null)) refuse('not_allowed');
    await requireLeave(trx, access, { userId, inside });
  }
  if (isWithin && parentId === from.parentId) {
    if (target.beforeId === undefined) return [];
    await setPosition(trx, { documentId, before: target.beforeId });
    await store.publishOrder(trx, { userId, projectId: from.projectId });
    return [];
  }
  const { title } = await getPresented(trx, userId, documentId);
  for (const projectId of new Set([from.projectId, to.projectId]))
    if (projectId !== null) await store.touchProject(trx, projectId, at);
  const moved = [documentId, ...inside];
  if (!isWithin) await store.changeForest(trx, moved, to);
  await setParent(trx, { documentId, parentId });
  await setPosition(trx, { documentId, before: target.beforeId ?? null });
  // Users who shared it there may have no right here: their links end, and sockets without rights
  // are closed.
  for (const each of moved)
    await endLinksWithoutRight(trx, deps, { documentId: each, actorId: userId });
  await recordMove(deps, trx, { userId, documentId, title, from, to, inside: inside.length });
  return moved;
}

/** Returns the destination. Moves that give no project stay in theirs. */
async function findForest(
  trx: Db,
  from: DocumentPlace,
  { userId, target }: { userId: string; target: Target },
): Promise<Forest> {
  if (target.parentId === null && target.projectId === undefined) return from;
  return requireDestination(trx, userId, target);
}

async function recordMove(
  deps: DocumentsDeps,
  trx: Db,
  given: {
    userId: string;
    documentId: string;
    title: string;
    from: Forest;
    to: Forest;
    inside: number;
  },
): Promise<void> {
  const { userId, documentId, title, from, to, inside } = given;
  const entry = { type: 'document.moved', actorId: userId, documentId } as const;
  for (const eachId of new Set([from.projectId, to.projectId])) {
    await deps.recordActivity(trx, {
      ...entry,
      projectId: eachId,
      data: { title, from: from.projectId, to: to.projectId, inside },
    });
  }
}
