import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAddress } from '@longhand/driver';

/** What the rows of one document take in the database, bytes of their columns as they are stored (compressed where they are). */
export type StoredBytes = { readonly snapshot: number; readonly log: number; readonly logRows: number; readonly clients: number };

const sizes = `
  select
    (select coalesce(sum(pg_column_size(state) + pg_column_size(knowledge) + pg_column_size(authorship)), 0)::int
       from document_snapshots where document_id = $1) as snapshot,
    (select coalesce(sum(pg_column_size(updates) + pg_column_size(authorship)), 0)::int
       from document_log where document_id = $1) as log,
    (select count(*)::int from document_log where document_id = $1) as "logRows",
    (select coalesce(sum(pg_column_size(c)), 0)::int from document_clients c where document_id = $1) as clients`;

/** How long (ms) the fold may take that follows when the last person has left. */
const foldWithin = 10_000;

/** Measures the rows of a document that nobody has open any more, after its log has been folded away if that comes in time. */
export async function storedBytes(dataDir: string, documentId: string): Promise<StoredBytes> {
  const client = new pg.Client(await databaseAddress(dataDir));
  await client.connect();
  try {
    const end = Date.now() + foldWithin;
    for (;;) {
      const { rows } = await client.query<StoredBytes>(sizes, [documentId]);
      const row = rows[0];
      if (row === undefined) throw new Error('the database answered nothing');
      if (row.logRows === 0 || Date.now() > end) return row;
      await sleep(100);
    }
  } finally {
    await client.end();
  }
}
