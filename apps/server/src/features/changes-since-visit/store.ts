import { sql, type Kysely } from 'kysely';
import { unpackAuthorship } from '@longhand/sync/server';
import type { Schema } from '../../db/schema.ts';
import { eachOnce, readAuthorship } from '../../domain/authorship.ts';
import { sameVisitMs } from '../../domain/visits.ts';

type Db = Kysely<Schema>;

/** Last log entry that a user has seen, and its time. */
export type LastSeenEntry = { readonly seq: number; readonly at: Date };

/**
 * Returns the last seen entry, or null if there is none. If the current visit is not recorded yet,
 * the end of the last visit is used.
 */
export async function findLastSeenEntry(
  db: Db,
  { userId, documentId, now }: { userId: string; documentId: string; now: Date },
): Promise<LastSeenEntry | null> {
  const row = await db
    .selectFrom('document_visits')
    .selectAll()
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  if (row === undefined) return null;
  const {
    left_at: leftAt,
    left_seq: leftSeq,
    since_at: sinceAt,
    since_seq: sinceSeq,
    visited_at: visitedAt,
  } = row;
  const isComing =
    leftAt !== null && leftAt > visitedAt && now.getTime() - leftAt.getTime() > sameVisitMs;
  const [at, seq] = isComing ? [leftAt, leftSeq] : [sinceAt, sinceSeq];
  return at === null || seq === null ? null : { seq, at };
}

/** Returns the number of a document's last log entry. */
export async function lastSeq(db: Db, documentId: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`select greatest(
    coalesce((select max(seq) from document_log where document_id = ${documentId}), 0),
    coalesce((select seq from document_snapshots where document_id = ${documentId}), 0))::bigint as seq`.execute(
    db,
  );
  return Number(rows[0]?.seq ?? 0);
}

/**
 * Returns the editors of a document since a time, from the activities of work sessions. Includes
 * users who only deleted text.
 */
export async function findEditors(db: Db, documentId: string, since: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('activities')
    .select('actor_id')
    .where('document_id', '=', documentId)
    .where((eb) =>
      eb.or([
        eb.and([
          eb('type', '=', 'document.edited'),
          eb(sql<Date>`(data->>'to')::timestamptz`, '>', since),
        ]),
        eb.and([eb('type', '=', 'version.restored'), eb('created_at', '>', since)]),
      ]),
    )
    .where('created_at', '>', since)
    .orderBy('created_at')
    .execute();
  return eachOnce(rows.map((row) => row.actor_id));
}

/**
 * Returns recent authors of a document that are not in the activities yet, the last author last.
 * Sources: the log; the current work session, which includes folded deletions; and folded
 * entries with text.
 */
export async function findWriters(
  db: Db,
  documentId: string,
  { seq, at }: LastSeenEntry,
): Promise<string[]> {
  const entries = await db
    .selectFrom('document_log')
    .select('authorship')
    .where('document_id', '=', documentId)
    .where('seq', '>', seq)
    .orderBy('seq')
    .execute();
  const working = await db
    .selectFrom('contributions')
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

/** Returns the compressed last-seen snapshot of a document at a log entry, or null. */
export async function findLastSeenSnapshot(
  db: Db,
  documentId: string,
  seq: number,
): Promise<Buffer | null> {
  const row = await db
    .selectFrom('last_seen_snapshots')
    .select('content')
    .where('document_id', '=', documentId)
    .where('seq', '=', seq)
    .executeTakeFirst();
  return row?.content ?? null;
}

/** Returns the newest version of a document up to a log entry, compressed, or null. */
export async function findStateUpTo(
  db: Db,
  documentId: string,
  seq: number,
): Promise<Buffer | null> {
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

/** Marks all changes of a document as seen by a user. */
export async function clearLastSeenEntry(
  db: Db,
  userId: string,
  documentId: string,
): Promise<void> {
  await db
    .updateTable('document_visits')
    .set({ since_seq: null, since_at: null })
    .where('user_id', '=', userId)
    .where('document_id', '=', documentId)
    .execute();
}
