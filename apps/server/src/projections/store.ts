import { sql, type Kysely } from 'kysely';
import { id } from '@longhand/contract';
import { unpackAuthorship } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';
import type { Projection } from './projection.ts';
import { rememberedMentions, type Known } from './text-notifications.ts';
import { note, unchanged, type Changes } from './typed-units.ts';

type Db = Kysely<Schema>;

/**
 * Finds the stored changes of a document since its last projection. `last` is 0 if the log has
 * none.
 */
export async function findUnprojected(db: Db, documentId: string): Promise<Changes> {
  const rows = await sql<{ authorship: Buffer; storedAt: Date }>`
    select authorship, stored_at as "storedAt" from document_log
    where document_id = ${documentId} and seq > coalesce(
      (select seq from document_projections where document_id = ${documentId}), 0)
    order by seq`.execute(db);
  const changes = unchanged();
  for (const { authorship, storedAt } of rows.rows) {
    note(changes, unpackAuthorship(authorship));
    changes.last = storedAt.getTime();
  }
  return changes;
}

/**
 * Returns documents with log entries that were stored before `before` and not projected, at most
 * `most`. Leaves out the documents `except`.
 */
export async function findBehind(
  db: Db,
  { before, except, most }: { before: Date; except: readonly string[]; most: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    with newest as (
      select document_id, max(seq) as seq, max(stored_at) as at from (
        select document_id, seq, stored_at from document_log
        union all select document_id, seq, stored_at from document_snapshots) s
      group by document_id
    )
    select n.document_id as id from newest n
      left join document_projections p on p.document_id = n.document_id
    where coalesce(p.seq, 0) < n.seq and n.at < ${before}
      and n.document_id <> all(${except}::uuid[])
    limit ${most}`.execute(db);
  return rows.map((row) => row.id);
}

/**
 * Locks a document and stores what lists show of it. `updatedAt`: null leaves the time of the last
 * edit.
 *
 * @returns the number of words before, or null if the document does not exist
 */
export async function storeListData(
  trx: Db,
  documentId: string,
  { wordCount, excerpt }: Projection,
  updatedAt: Date | null,
): Promise<number | null> {
  const before = await trx
    .selectFrom('documents')
    .select('word_count')
    .where('id', '=', documentId)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (before === undefined) return null;
  await trx
    .updateTable('documents')
    .set({ word_count: wordCount, excerpt, ...(updatedAt !== null && { updated_at: updatedAt }) })
    .where('id', '=', documentId)
    .execute();
  return before.word_count;
}

/**
 * Moves the cursor of a document to a log entry, and stores its mentions. Returns true if no other
 * process has projected the document since `known` was read.
 */
export async function moveCursor(
  trx: Db,
  documentId: string,
  { seq, projection, known }: { seq: number; projection: Projection; known: Known },
): Promise<boolean> {
  const row = {
    seq,
    mentions: JSON.stringify(rememberedMentions(known.mentions ?? [], projection.mentions)),
  };
  const before = await trx
    .selectFrom('document_projections')
    .select('seq')
    .where('document_id', '=', documentId)
    .forUpdate()
    .executeTakeFirst();
  await trx
    .insertInto('document_projections')
    .values({ document_id: documentId, ...row })
    .onConflict((conflict) => conflict.column('document_id').doUpdateSet(row))
    .execute();
  return (before?.seq ?? 0) === known.seq;
}

/** Stores the authors of open suggestions. Skips authors that have no account here. */
export async function storeSuggesters(
  trx: Db,
  documentId: string,
  suggesters: Projection['suggesters'],
): Promise<void> {
  const real = suggesters.filter(({ author }) => id.safeParse(author).success);
  await trx.deleteFrom('document_suggestions').where('document_id', '=', documentId).execute();
  if (real.length === 0) return;
  await sql`insert into document_suggestions (document_id, author_id, count, last_at)
    select ${documentId}, u.id, s.count, to_timestamp(s.last_at / 1000.0)
    from unnest(
      ${real.map(({ author }) => author)}::uuid[], ${real.map(({ count }) => count)}::integer[],
      ${real.map(({ lastAt }) => Math.min(Math.max(lastAt, 0), Date.now()))}::float8[]
    ) as s (author, count, last_at)
    join users u on u.id = s.author`.execute(trx);
}

/** Stores the search data of a document. The words of its title stay. */
export async function storeSearchData(
  trx: Db,
  documentId: string,
  { text, vector }: Projection['search'],
): Promise<void> {
  await sql`update document_search
    set body = ${text}, words = ts_filter(words, '{a}') || ${vector}::tsvector, updated_at = now()
    where document_id = ${documentId}`.execute(trx);
}
