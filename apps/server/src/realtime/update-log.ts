import type { Pool, PoolClient } from 'pg';
import { joinAuthorship, packAuthorship, unpackAuthorship } from '@longhand/sync/server';
import type { Append, Appended, BaseLog, Snapshot } from '@longhand/sync/server';
import { raiseEpochs } from '../db/raise-epochs.ts';
import { loadStored } from './load-document.ts';
import { packIndex, packLists } from './packing.ts';

/** SQLSTATEs of a conflict: another process wrote first, or the document was removed. */
const conflictCodes = new Set(['23505', '23503']);

/**
 * Appends a batch in one statement. The rows of a document are inserted only if the first one
 * directly follows the last stored one. A process that is behind, for example after a pause, is
 * refused instead of writing into the past. Users that were removed meanwhile own nothing.
 *
 * The updates of all entries are one byte string, because the driver sends arrays of byte strings
 * as hexadecimal text, which takes several times as long. It is the last parameter: the driver
 * would copy it again for each one after it.
 */
const appendRows = {
  name: 'append-updates',
  text: `
    with row as (
      select r.document_id, r.seq, r.authorship, r.first,
        substring($16::bytea from (sum(r.size) over (order by r.n) - r.size + 1)::int for r.size) as updates
      from unnest($1::uuid[], $2::bigint[], $3::int[], $4::bytea[], $15::bigint[])
        with ordinality as r (document_id, seq, size, authorship, first, n)
    ), stored as (
      insert into document_log (document_id, seq, updates, authorship)
      select r.document_id, r.seq, r.updates, r.authorship from row r
      where exists (select from document_log l where l.document_id = r.document_id and l.seq = r.first - 1)
         or coalesce((select s.seq from document_snapshots s where s.document_id = r.document_id), 0) = r.first - 1
      returning document_id
    ), owned as (
      insert into document_clients (document_id, client, user_id)
      select c.document_id, c.client, c.user_id
      from unnest($5::uuid[], $6::bigint[], $7::uuid[]) as c (document_id, client, user_id)
      where c.document_id in (select document_id from stored) and c.user_id in (select id from users)
    ), decided as (
      insert into document_decisions (document_id, seq, user_id, session_id, verdict, suggestions, decided_at)
      select d.document_id, d.seq, d.user_id, d.session_id, d.verdict, d.suggestions, to_timestamp(d.at / 1000.0)
      from unnest($8::uuid[], $9::bigint[], $10::uuid[], $11::text[], $12::text[], $13::jsonb[], $14::float8[])
        as d (document_id, seq, user_id, session_id, verdict, suggestions, at)
      where d.document_id in (select document_id from stored) and d.user_id in (select id from users)
    )
    select document_id from stored`,
};

/** Returns the first sequence number of the same document for each append of a batch. */
function firstSeqs(batch: readonly Append[]): number[] {
  const first = new Map<string, number>();
  for (const { documentId, seq } of batch) if (!first.has(documentId)) first.set(documentId, seq);
  return batch.map(({ documentId, seq }) => first.get(documentId) ?? seq);
}

/** Returns the parameters of {@link appendRows} for a batch. */
async function valuesOf(batch: readonly Append[]): Promise<unknown[]> {
  const clients = batch.flatMap(({ documentId, clients: fresh }) =>
    fresh.map(({ client, user }) => ({ documentId, client, user })),
  );
  const decisions = batch.flatMap(({ documentId, seq, decisions: made }) =>
    made.map((each) => ({ documentId, seq, ...each })),
  );
  const { bytes, sizes } = await packLists(batch.map(({ updates }) => updates));
  return [
    batch.map(({ documentId }) => documentId),
    batch.map(({ seq }) => seq),
    sizes,
    batch.map(({ authorship }) => Buffer.from(packAuthorship(authorship))),
    clients.map(({ documentId }) => documentId),
    clients.map(({ client }) => client),
    clients.map(({ user }) => user),
    decisions.map(({ documentId }) => documentId),
    decisions.map(({ seq }) => seq),
    decisions.map(({ user }) => user),
    decisions.map(({ session }) => session),
    decisions.map(({ verdict }) => verdict),
    decisions.map(({ suggestions }) => JSON.stringify(suggestions)),
    decisions.map(({ at }) => at),
    firstSeqs(batch),
    bytes,
  ];
}

/** Reads the numbers of the last entries of documents. */
const findHeads = {
  name: 'document-heads',
  text: `
    select d.id, greatest(
      coalesce((select max(l.seq) from document_log l where l.document_id = d.id), 0),
      coalesce((select s.seq from document_snapshots s where s.document_id = d.id), 0)) as seq
    from documents d where d.id = any($1::uuid[])`,
};

/**
 * Classes of SQLSTATEs with which a statement fails each time it has these values. Source:
 * PostgreSQL, Appendix A: data exceptions, exceeded limits.
 */
const refusedClasses = new Set(['22', '54']);

/** Appends a batch in one statement. Rejects if a row is in conflict or refused. */
async function appendAll(pool: Pool, batch: readonly Append[]): Promise<Appended[]> {
  const { rows } = await pool.query<{ document_id: string }>({
    ...appendRows,
    values: await valuesOf(batch),
  });
  const stored = new Set(rows.map((row) => row.document_id));
  return batch.map(({ documentId }) => (stored.has(documentId) ? 'stored' : 'conflict'));
}

/**
 * Appends the entries of each document separately. A row in conflict, or with a value that cannot
 * be stored, fails its whole statement, and the other documents must still be stored.
 */
async function appendSingly(
  pool: Pool,
  batch: readonly Append[],
  report: Report,
): Promise<Appended[]> {
  const results = new Map<string, Appended>();
  for (const [documentId, appends] of Map.groupBy(batch, (append) => append.documentId)) {
    const [result = 'conflict'] = await appendAll(pool, appends).catch((error: unknown) => {
      const failure = failureOf(error);
      if (failure === null) throw error;
      if (failure === 'refused') report(error);
      return [failure];
    });
    results.set(documentId, result);
  }
  return batch.map(({ documentId }) => results.get(documentId) ?? 'conflict');
}

/** Receives the error of a statement whose values PostgreSQL refuses. */
type Report = (error: unknown) => void;

/**
 * Creates the update log in PostgreSQL. `append` resolves after the commit, which PostgreSQL
 * confirms after its fsync.
 */
export function createUpdateLog(pool: Pool, report: Report = () => undefined): BaseLog {
  return {
    load: (documentId) => loadStored(pool, documentId),

    async append(batch) {
      try {
        return await appendAll(pool, batch);
      } catch (error) {
        if (failureOf(error) === null) throw error;
        return appendSingly(pool, batch, report);
      }
    },

    async heads(documentIds) {
      const { rows } = await pool.query<{ id: string; seq: number | string }>({
        ...findHeads,
        values: [documentIds],
      });
      return new Map(rows.map(({ id, seq }) => [id, Number(seq)]));
    },

    async timeline() {
      const { rows } = await pool.query<{ id: string }>('select id from journal_timeline');
      return rows[0]?.id ?? null;
    },

    async beginTimeline(id) {
      await pool.query(
        'insert into journal_timeline (id) values ($1) on conflict (is_only) do update set id = excluded.id',
        [id],
      );
    },

    raiseEpochs: () => raiseEpochs(pool),

    compact: (documentId, snapshot) => compact(pool, documentId, snapshot),
  };
}

/** Replaces entries by a snapshot in one transaction. Returns false if a later snapshot exists. */
async function compact(pool: Pool, documentId: string, snapshot: Snapshot): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const isNewer = await foldWithin(client, documentId, snapshot);
    await client.query(isNewer ? 'commit' : 'rollback');
    client.release();
    return isNewer;
  } catch (error) {
    // The state of the connection is unknown: discard it, and with it the transaction.
    client.release(true);
    // The document was removed meanwhile: there is nothing to fold.
    if (failureOf(error) === 'conflict') return false;
    throw error;
  }
}

async function foldWithin(
  client: PoolClient,
  documentId: string,
  { seq, state, index }: Snapshot,
): Promise<boolean> {
  const before = await client.query<{ seq: number; authorship: Buffer }>(
    'select seq, authorship from document_snapshots where document_id = $1 for update',
    [documentId],
  );
  const older = before.rows[0];
  if (older !== undefined && older.seq >= seq) return false;
  const rows = await client.query<{ authorship: Buffer }>(
    'select authorship from document_log where document_id = $1 and seq > $2 and seq <= $3 order by seq',
    [documentId, older?.seq ?? 0, seq],
  );
  const authorship = joinAuthorship(
    [...(older === undefined ? [] : [older]), ...rows.rows].flatMap((row) =>
      unpackAuthorship(row.authorship),
    ),
  );
  const written = await client.query(
    `insert into document_snapshots (document_id, seq, state, struct_index, authorship) values ($1, $2, $3, $4, $5)
     on conflict (document_id) do update set seq = excluded.seq, state = excluded.state, struct_index = excluded.struct_index,
       authorship = excluded.authorship, stored_at = now()
     where document_snapshots.seq < excluded.seq`,
    [
      documentId,
      seq,
      Buffer.from(state.buffer, state.byteOffset, state.length),
      packIndex(index),
      Buffer.from(packAuthorship(authorship)),
    ],
  );
  if (written.rowCount === 0) return false;
  await client.query('delete from document_log where document_id = $1 and seq <= $2', [
    documentId,
    seq,
  ]);
  return true;
}

/** Returns the result of a statement that failed because of its values; otherwise null. */
function failureOf(error: unknown): Exclude<Appended, 'stored'> | null {
  const isStatement = error instanceof Error && 'code' in error && typeof error.code === 'string';
  if (!isStatement) return null;
  const code = error.code as string;
  if (conflictCodes.has(code)) return 'conflict';
  return refusedClasses.has(code.slice(0, 2)) ? 'refused' : null;
}
