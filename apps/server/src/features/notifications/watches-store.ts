import { sql, type Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';

type Db = Kysely<Schema>;

/**
 * Returns the watchers of a document or, without a document, of a project. Includes users who chose
 * to watch. For a document, also its creator and commenters unless they chose otherwise. A choice
 * for the document overrides one for its project.
 */
export async function watchersOf(
  db: Db,
  { documentId, projectId }: { documentId: string | null; projectId: string | null },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with chosen as (
      select user_id, watching, object_id = ${documentId}::uuid is true as own from watches
      where object_id in (${documentId}::uuid, coalesce((select project_id from documents where id = ${documentId}::uuid), ${projectId}::uuid))
    ), near (id) as (
      select coalesce(owner_id, created_by) from documents where id = ${documentId}::uuid
      union select created_by from documents where id = ${documentId}::uuid
      union select author_id from comments where document_id = ${documentId}::uuid
    )
    select user_id as id from chosen c where watching and (own or not exists (
      select from chosen o where o.user_id = c.user_id and o.own and not o.watching))
    union
    select id from near n where not exists (select from chosen c where c.user_id = n.id and not c.watching)`.execute(
    db,
  );
  return rows.map((row) => row.id);
}

/** Returns a user's choice to watch an object or not, or null without a choice. */
export async function findWatch(db: Db, userId: string, objectId: string): Promise<boolean | null> {
  const row = await db
    .selectFrom('watches')
    .select('watching')
    .where('user_id', '=', userId)
    .where('object_id', '=', objectId)
    .executeTakeFirst();
  return row?.watching ?? null;
}

/** Stores a user's choice to watch an object. */
export async function setWatch(
  db: Db,
  userId: string,
  objectId: string,
  watching: boolean,
): Promise<void> {
  await db
    .insertInto('watches')
    .values({ user_id: userId, object_id: objectId, watching })
    .onConflict((conflict) => conflict.columns(['user_id', 'object_id']).doUpdateSet({ watching }))
    .execute();
}

/** Returns the participants of a thread. */
export async function speakersIn(db: Db, threadId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('comments')
    .select('author_id as id')
    .distinct()
    .where('thread_id', '=', threadId)
    .where('deleted_at', 'is', null)
    .execute();
  return rows.map((row) => row.id);
}

/** Returns the requester and the reviewers of a review. */
export async function peopleOfReview(db: Db, reviewId: string): Promise<string[]> {
  const asked = await db
    .selectFrom('reviewers')
    .select('user_id as id')
    .where('review_id', '=', reviewId)
    .execute();
  const asking = await db
    .selectFrom('reviews')
    .select('asked_by as id')
    .where('id', '=', reviewId)
    .execute();
  return [...asked, ...asking].map((row) => row.id);
}
