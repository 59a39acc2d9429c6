import { sql, type Kysely, type RawBuilder } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import { publish } from '../../domain/events.ts';

type Db = Kysely<Schema>;

/** Name that replaces those of the files that an erased user has uploaded, before the extension. */
const fileName = 'file';

/** SQL for the titles that only this user gave a document: `document_id`, `title`. */
const ownTitles = (userId: string): RawBuilder<unknown> => sql`
  select distinct t.document_id, t.title from document_titles t
  where t.set_by = ${userId} and t.title <> '' and not exists (
    select from document_titles o
    where o.document_id = t.document_id and o.title = t.title and o.set_by <> ${userId})`;

/** SQL for the tags of documents that this user set, and that no other user uses: `t`. */
const ownTags = (userId: string): RawBuilder<unknown> => sql`
  t.set_by = ${userId} and not exists (
    select from document_tags o where o.name_key = t.name_key and o.set_by is distinct from ${userId})`;

/** Numbers of names that a user gave, and that {@link removeNames} would remove. */
export type Names = { titles: number; tags: number; files: number };

/** Returns the numbers of titles, tags and files that were named by a user only. */
export async function countNames(db: Db, userId: string): Promise<Names> {
  const { rows } = await sql<Names>`select
    (select count(*) from documents d join (${ownTitles(userId)}) t
      on t.document_id = d.id and t.title = d.title)::integer as titles,
    (select count(distinct t.name_key) from document_tags t where ${ownTags(userId)})::integer as tags,
    (select count(*) from files where created_by = ${userId})::integer as files`.execute(db);
  const [counts] = rows;
  if (counts === undefined) throw new Error('counts are always returned');
  return counts;
}

/** SQL for the ids of the documents that a user wrote in, or to which the user gave a name. */
export const concernedDocuments = (userId: string): RawBuilder<unknown> => sql`
  select document_id as id from document_clients where user_id = ${userId}
  union select document_id from document_titles where set_by = ${userId} and title <> ''
  union select document_id from document_tags where set_by = ${userId}
  union select document_id from files where created_by = ${userId} and document_id is not null`;

/** Removes the titles of a user, also where activities and notifications repeat them. */
async function removeTitles(trx: Db, userId: string): Promise<string[]> {
  const own = sql`(${ownTitles(userId)})`;
  const { rows } = await sql<{ id: string }>`update documents d set title = ''
    from ${own} t where t.document_id = d.id and t.title = d.title returning d.id`.execute(trx);
  for (const table of ['activities', 'notifications']) {
    for (const key of ['title', 'from']) {
      await sql`update ${sql.table(table)} a set data = a.data || ${JSON.stringify({ [key]: '' })}::jsonb
        from ${own} t where t.document_id = a.document_id and a.data->>${sql.lit(key)} = t.title`.execute(
        trx,
      );
    }
  }
  // The last step, because the others find the titles here.
  await sql`update document_titles d set title = '' from ${own} t
    where t.document_id = d.document_id and t.title = d.title and d.set_by = ${userId}`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/** Removes the tags that only this user uses, also where activities repeat them. */
async function removeTags(trx: Db, userId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string; names: string[] }>`with removed as (
      delete from document_tags t where ${ownTags(userId)} returning t.document_id, t.name)
    select document_id as id, array_agg(name) as names from removed group by document_id`.execute(
    trx,
  );
  for (const { id, names } of rows) {
    await sql`update activities set data = data || jsonb_build_object(
        'from', (data->'from') - ${names}::text[], 'to', (data->'to') - ${names}::text[])
      where document_id = ${id} and type = 'document.tagged'`.execute(trx);
  }
  return rows.map(({ id }) => id);
}

/**
 * Removes the names that a user gave: titles and tags that no other user gave, and the names of
 * uploaded files, which keep their extension. Open lists are told.
 */
export async function removeNames(
  trx: Db,
  { userId, actorId }: { userId: string; actorId: string },
): Promise<void> {
  const renamed = await removeTitles(trx, userId);
  const untagged = await removeTags(trx, userId);
  await sql`update files set name = ${fileName} || lower(coalesce(substring(name from '\\.[A-Za-z0-9]{1,8}$'), ''))
    where created_by = ${userId}`.execute(trx);
  const changed = [...new Set([...renamed, ...untagged])];
  const documents = await trx
    .selectFrom('documents')
    .select(['id', 'project_id as projectId'])
    .where(sql<boolean>`id = any(${changed}::uuid[])`)
    .execute();
  for (const { id, projectId } of documents) {
    await publish(trx, {
      name: 'activity',
      to: { projectId, documentId: id },
      data: { type: 'document.renamed', actorId, projectId, documentId: id },
    });
  }
}
