import { sql, type Kysely } from 'kysely';
import type { Schema } from '../db/schema.ts';

/** Returns true if the content of a document at a log entry is stored (snapshot or version). */
export async function isContentStored(
  db: Kysely<Schema>,
  documentId: string,
  seq: number,
): Promise<boolean> {
  if (seq === 0) return true;
  const { rows } = await sql`
    select from document_versions where document_id = ${documentId} and seq = ${seq}
    union all
    select from last_seen_snapshots where document_id = ${documentId} and seq = ${seq}`.execute(db);
  return rows.length > 0;
}

/**
 * Stores the content of a document at the time a user left while others stayed. It cannot be
 * reconstructed later. Deletes snapshots that no visit refers to.
 *
 * @param content compressed JSON
 */
export async function storeLastSeenSnapshot(
  trx: Kysely<Schema>,
  documentId: string,
  seq: number,
  content: Buffer,
): Promise<void> {
  await sql`insert into last_seen_snapshots (document_id, seq, content)
    select id, ${seq}, ${content} from documents where id = ${documentId}
    on conflict do nothing`.execute(trx);
  await sql`delete from last_seen_snapshots s
    where s.document_id = ${documentId} and s.seq <> ${seq} and not exists (
      select from document_visits v where v.document_id = s.document_id
        and (v.left_seq = s.seq or v.since_seq = s.seq))`.execute(trx);
}
