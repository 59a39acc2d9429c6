import { sql, type Kysely } from 'kysely';
import { writtenHow, type WrittenHow } from '@longhand/contract';
import { joinAuthorship, unpackAuthorship, type Authorship } from '@longhand/sync';
import type { Schema } from '../db/schema.ts';

type Db = Kysely<Schema>;

/**
 * What stands in the log where the session of a writer does, for what was not typed: how it came about, then the session, if any. So it
 * stays known when the session, or the token, has ended long ago.
 */
export function sessionWriting(how: Exclude<WrittenHow, 'typed'>, sessionId: string | null): string {
  return `${how}:${sessionId ?? ''}`;
}

/** How that came about which the log has under this session: see {@link sessionWriting}. */
export function howWritten({ session }: Pick<Authorship, 'session'>): WrittenHow {
  const how = writtenHow.safeParse(session.split(':', 1)[0]);
  return how.success ? how.data : 'typed';
}

/** Who wrote what of a document: everything after the entry `after` up to `seq`. */
export type Recorded = { readonly after: number; readonly seq: number; readonly entries: readonly Authorship[] };

/**
 * What the server recorded of who wrote which units of a document after an entry of its log; from the beginning (`after` 0), where that
 * entry has been folded away.
 */
export async function readAuthorship(db: Db, documentId: string, after: number): Promise<Recorded> {
  // One statement: a fold in between would take entries away that the snapshot read before it does not have.
  const { rows } = await sql<{ seq: number | null; authorship: Buffer | null; seqs: number[] | null; entries: Buffer[] | null }>`
    select s.seq, case when s.seq > ${after} then s.authorship end as authorship,
      array(select l.seq from document_log l where l.document_id = d.id
        and l.seq > coalesce(s.seq, 0) and (s.seq > ${after} or l.seq > ${after}) order by l.seq)::bigint[] as seqs,
      array(select l.authorship from document_log l where l.document_id = d.id
        and l.seq > coalesce(s.seq, 0) and (s.seq > ${after} or l.seq > ${after}) order by l.seq)::bytea[] as entries
    from documents d left join document_snapshots s on s.document_id = d.id
    where d.id = ${documentId}`.execute(db);
  const row = rows[0];
  const folded = row?.seq ?? 0;
  const isWhole = folded > after;
  const last = Number(row?.seqs?.at(-1) ?? 0);
  return {
    after: isWhole ? 0 : after,
    seq: Math.max(folded, last, isWhole ? 0 : after),
    entries: joinAuthorship(
      [row?.authorship ?? null, ...(row?.entries ?? [])].flatMap((bytes) => (bytes ? unpackAuthorship(bytes) : [])),
    ),
  };
}

/**
 * Who wrote in a document after an entry of its log that was stored at a time (null: ever), the last of them last. The newest words tell
 * it by their entry of the log, older ones by when they were begun, because entries are folded away.
 */
export async function findAuthorsSince(
  db: Db,
  documentId: string,
  since: { readonly seq: number; readonly createdAt: Date } | null,
): Promise<string[]> {
  const working = await db
    .selectFrom('document_work')
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
  // After the log: what is folded in between is seen twice, in the other order it would not be seen at all.
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

/** Each name once, where it stands last. */
export function eachOnce(names: readonly string[]): string[] {
  return [...new Set(names.toReversed())].toReversed();
}
