import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databaseAddress } from '@longhand/driver';

/**
 * Stored bytes of one document's columns in the database (compressed size where they are
 * compressed).
 */
export type StoredBytes = {
  readonly snapshot: number;
  readonly log: number;
  readonly logRows: number;
  readonly clients: number;
};

const sizes = `
  select
    (select coalesce(sum(pg_column_size(state) + pg_column_size(struct_index) + pg_column_size(authorship)), 0)::int
       from document_snapshots where document_id = $1) as snapshot,
    (select coalesce(sum(pg_column_size(updates) + pg_column_size(authorship)), 0)::int
       from document_log where document_id = $1) as log,
    (select count(*)::int from document_log where document_id = $1) as "logRows",
    (select coalesce(sum(pg_column_size(c)), 0)::int from document_clients c where document_id = $1) as clients`;

/** Time limit for the compaction that follows when the last user has left (ms). */
const compactWithin = 10_000;

/**
 * Measures the rows of a closed document, after its log has been compacted or the time limit has
 * passed.
 */
export async function storedBytes(dataDir: string, documentId: string): Promise<StoredBytes> {
  const client = new pg.Client(await databaseAddress(dataDir));
  await client.connect();
  try {
    const end = Date.now() + compactWithin;
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
