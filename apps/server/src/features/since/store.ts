import { sql, type Kysely } from 'kysely';
import { unpackAuthorship } from '@longhand/sync';
import type { Schema } from '../../db/schema.ts';
import { eachOnce, readAuthorship } from '../../domain/authorship.ts';
import { sameVisitMs } from '../../domain/visits.ts';

type Db = Kysely<Schema>;

/** The entry of a document's log after which everything is new to somebody, and when they had it. */
export type Since = { readonly seq: number; readonly at: Date };

/** See {@link Since}; null where nothing is. Who has just come in may not be noted yet: then what they left with counts. */
export async function findSince(
  db: Db,
  { userId, documentId, now }: { userId: string; documentId: string; now: Date },
): Promise<Since | null> {
  const row = await db
    .selectFrom('document_visits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { left_at: leftAt, left_seq: leftSeq, since_at: sinceAt, since_seq: sinceSeq, visited_at: visitedAt } = row;
  const isComing = leftAt !== null && leftAt > visitedAt && now.getTime() - leftAt.getTime() > sameVisitMs;
  const [at, seq] = isComing ? [leftAt, leftSeq] : [sinceAt, sinceSeq];
  return at === null || seq === null ? null : { seq, at };
}

/** The last entry of a document's log. */
export async function lastSeq(db: Db, documentId: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select greatest(
    coalesce((select max(seq) from document_log where document_id = ${documentId}), 0),
    coalesce((select seq from document_snapshots where document_id = ${documentId}), 0))::bigint as seq`.execute(db);
  return Number(rows[0]?.seq ?? 0);
}

/** Who has edited a document since then, by what activity tells of sittings: also those who only took words away. */
export async function findEditors(db: Db, documentId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('activities')
    .select('actor_id')
    .where('document_id', '=', documentId)
    .where((eb) =>
      eb.or([
        eb.and([eb('type', '=', 'document.edited'), eb(sql<Date>`(data->>'to')::timestamptz`, '>', since)]),
        eb.and([eb('type', '=', 'version.restored'), eb('created_at', '>', since)]),
      ]),
    )
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return eachOnce(rows.map((row) => row.actor_id));
}

/**
 * Who has written in a document since then and is not told of by activity yet, the last of them last: by the log; by the stretch of work that
 * goes on, where entries were folded away that only took words away; and by what was folded with words.
 */
export async function findWriters(db: Db, documentId: string, { seq, at }: Since): Promise<string[]> {
  const entries = await db
    .selectFrom('document_log')
    .select('authorship')
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  const working = await db
    .selectFrom('document_work')
    .select('user_id')
    .where('document_id', '=', documentId)
    .where('last_at', '>', at)
    .orderBy('last_at')
    .execute();
  const { entries: recorded } = await readAuthorship(db, documentId, seq);
  return eachOnce([
    ...recorded.filter((entry) => entry.at > at.getTime()).map(({ user }) => user),
    ...working.map((row) => row.user_id),
    ...entries.flatMap((row) => unpackAuthorship(row.authorship)).map(({ user }) => user),
  ]);
}

/** What was kept of a document when somebody left it at this entry, packed. */
export async function findSight(db: Db, documentId: string, seq: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('document_sights')
    .select('content')
    .where('document_id', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** The newest version of a document that has nothing after this entry of its log, packed. */
export async function findStateUpTo(db: Db, documentId: string, seq: number): Promise<Buffer | null> {
  const row = await db
    .selectFrom('document_versions')
    .select('state')
    .where('document_id', '=', documentId)
    .where('seq', '>=', 0)
    .where('seq', '<=', seq)
    .orderBy('seq', 'desc')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.state ?? null;
}

/** Nothing of a document is new to somebody any more. */
export async function clearSince(db: Db, userId: string, documentId: string): Promise<void> {
  await db
    .updateTable('document_visits')
    .set({ since_seq: null, since_at: null })
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .execute();
}
