import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/** A working copy: what it was made of, and the versions in which both said the same. */
export type Copy = { originalId: string; baseId: string; beginningId: string };

/** The working copy that a person has of a document and has not put away; null where there is none. */
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

/** Holds a document until the transaction ends, so that its versions are numbered one by one; people go on typing. */
export async function holdDocument(trx: Db, documentId: string): Promise<void> {
  await trx.selectFrom('documents').select('id').where('id', '=', documentId).forNoKeyUpdate().execute();
}

/** Says of a document what it is a working copy of. */
export async function setCopy(trx: Db, documentId: string, { originalId, baseId, beginningId }: Copy): Promise<void> {
  await trx
    .updateTable('documents')
    .set({ working_copy_of: originalId, base_version_id: baseId, copy_version_id: beginningId })
    .where('id', '=', documentId)
    .execute();
}

/** What a document is a working copy of; null where it is none, or what it needs is gone. */
export async function findCopy(db: Db, documentId: string): Promise<Copy | null> {
  const row = await db
    .selectFrom('documents')
    .select(['working_copy_of as originalId', 'base_version_id as baseId', 'copy_version_id as beginningId'])
    .where('id', '=', documentId)
    .executeTakeFirst();
  if (!row?.originalId || !row.baseId || !row.beginningId) return null;
  return { originalId: row.originalId, baseId: row.baseId, beginningId: row.beginningId };
}

/** Puts a working copy into the archive. */
export async function putAway(trx: Db, documentId: string, at: Date): Promise<void> {
  await trx.updateTable('documents').set({ archived_at: at }).where('id', '=', documentId).execute();
}
