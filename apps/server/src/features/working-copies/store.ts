import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { idsInside } from '../../domain/document-tree.ts';

type Db = Kysely<Schema>;

/** A working copy: its original, and the versions in which both were equal. */
export type WorkingCopyRow = { originalId: string; baseId: string; beginningId: string };

/** Returns the user's active working copy of a document, or null if there is none. */
export async function findOwn(db: Db, originalId: string, userId: string): Promise<string | null> {
  const row = await db
    .selectFrom('documents')
    .select('id')
    .where('working_copy_of', '=', originalId)
    .where('created_by', '=', userId)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Marks a document as a working copy. */
export async function setCopy(
  trx: Db,
  documentId: string,
  { originalId, baseId, beginningId }: WorkingCopyRow,
): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ working_copy_of: originalId, base_version_id: baseId, copy_version_id: beginningId })
    .where('id', '=', documentId)
    .execute();
}

/**
 * Returns the original and base versions of a working copy. Returns null for other documents, or if
 * any of them is missing.
 */
export async function findCopy(db: Db, documentId: string): Promise<WorkingCopyRow | null> {
  const row = await db
    .selectFrom('documents')
    .select([
      'working_copy_of as originalId',
      'base_version_id as baseId',
      'copy_version_id as beginningId',
    ])
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!row?.originalId || !row.baseId || !row.beginningId) return null;
  return { originalId: row.originalId, baseId: row.baseId, beginningId: row.beginningId };
}

/** Archives a working copy, with what is inside it. */
export async function putAway(trx: Db, documentId: string, at: Date): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ archived_at: at, archived_with: documentId })
    .where(sql<boolean>`id = any(${await idsInside(trx, documentId)}::uuid[])`)
    .where('archived_at', 'is', null)
    .where('deleted_at', 'is', null)
    .execute();
  await trx
    .updateTable('documents')
    .set({ archived_at: at })
    .where('id', '=', documentId)
    .execute();
}
