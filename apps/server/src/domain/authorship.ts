import { sql, type Kysely } from 'kysely';
import { writtenHow, type WrittenHow } from '@longhand/contract';
import { joinAuthorship, unpackAuthorship, type Authorship } from '@longhand/sync/server';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

/**
 * Returns the session field of a log entry for writing that was not typed: its origin, then the
 * session, if any. The origin is thus known after the session or token has ended.
 */
export function sessionWriting(
  how: Exclude<WrittenHow, 'typed'>,
  sessionId: string | null,
): string {
  return `${how}:${sessionId ?? ''}`;
}

/** Returns the origin of the writing of a log entry. See {@link sessionWriting}. */
export function howWritten({ session }: Pick<Authorship, 'session'>): WrittenHow {
  const how = writtenHow.safeParse(session.split(':', 1)[0]);
  return how.success ? how.data : 'typed';
}

/** Authorship of a document: all entries after `after` up to `seq`. */
export type Recorded = {
  readonly after: number;
  readonly seq: number;
  readonly entries: readonly Authorship[];
};

/**
 * Reads the authorship of a document after a log entry. Reads from the beginning (`after` 0) if
 * that entry has been folded.
 */
export async function readAuthorship(db: Db, documentId: string, after: number): Promise<Recorded> {
  // One statement: a fold between two statements would delete entries missing in the snapshot read
  // before.
  const { rows } = await sql<{ seq: number; authorship: Buffer | null; isSnapshot: boolean }>`
    with snapshot as (
      select seq, authorship, seq > ${after} as "isWanted" from document_snapshots where document_id = ${documentId}
    )
    select seq, case when "isWanted" then authorship end as authorship, true as "isSnapshot" from snapshot
    union all
    select l.seq, l.authorship, false from document_log l left join snapshot s on true
    where l.document_id = ${documentId} and l.seq > coalesce(s.seq, 0) and (s."isWanted" or l.seq > ${after})
    order by seq`.execute(db);
  const isWhole = rows.some(({ isSnapshot, seq }) => isSnapshot && seq > after);
  return {
    after: isWhole ? 0 : after,
    seq: Math.max(rows.at(-1)?.seq ?? 0, isWhole ? 0 : after),
    entries: joinAuthorship(
      rows.flatMap(({ authorship }) => (authorship === null ? [] : unpackAuthorship(authorship))),
    ),
  };
}

/**
 * Returns the authors of a document since a log entry and its time, the last author last. `since`:
 * null for all authors.
 *
 * Recent text is attributed by its log entry. Older text is attributed by the time it was begun,
 * because entries are folded.
 */
export async function findAuthorsSince(
  db: Db,
  documentId: string,
  since: { readonly seq: number; readonly createdAt: Date } | null,
): Promise<string[]> {
  const working = await db
    .selectFrom('contributions')
    .select('user_id')
    .where('document_id', '=', documentId)
    .orderBy('last_at')
    .execute();
  const entries = await db
    .selectFrom('document_log')
    .select('authorship')
    .where('document_id', '=', documentId)
    .where('seq', '>', since?.seq ?? 0)
    .orderBy('seq')
    .execute();
  // Read after the log: entries folded in between are read twice. In the other order they would be
  // missed.
  const snapshot = await db
    .selectFrom('document_snapshots')
    .select('authorship')
    .where('document_id', '=', documentId)
    .executeTakeFirst();
  const folded = snapshot === undefined ? [] : unpackAuthorship(snapshot.authorship);
  const from = since?.createdAt.getTime() ?? 0;
  return eachOnce([
    ...folded.filter(({ at }) => at >= from).map(({ user }) => user),
    ...working.map((row) => row.user_id),
    ...entries.flatMap((row) => unpackAuthorship(row.authorship)).map(({ user }) => user),
  ]);
}

/** Removes duplicates and retains the last occurrence of each name. */
export function eachOnce(names: readonly string[]): string[] {
  return [...new Set(names.toReversed())].toReversed();
}
