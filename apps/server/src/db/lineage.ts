import type { Pool, PoolClient } from 'pg';
import type { Logger } from '../platform/log.ts';
import { isNodeError } from '../platform/node-error.ts';
import { raiseEpochs } from './raise-epochs.ts';

/**
 * The history that a database continues: the installation of the server, its WAL timeline, and the
 * ids of the database and of a table. The timeline changes when a replica takes over, or a server
 * is recovered to a point in time; the ids when a dump is loaded. In each case, the last entries of
 * documents may be missing, although their pages have shown them as saved.
 */
const presentLineage = `select concat_ws(' ',
    (select system_identifier from pg_control_system()),
    left(pg_walfile_name(pg_current_wal_lsn()), 8),
    (select oid from pg_database where datname = current_database()),
    'documents'::regclass::oid)`;

const readLineages = {
  name: 'read-lineages',
  text: `select (${presentLineage}) as present, (select lineage from database_lineage) as stored`,
};

/** Follows the lineage of the database of this process. */
export type LineageCheck = {
  /**
   * Compares the lineage of the database with the last one that this process has seen: at first,
   * the one that the last process has stored. If it is another one, begins a new epoch of all
   * documents, unless another process has done so.
   *
   * @returns true if it is another one: what this process knows of documents may be outdated
   */
  run(): Promise<boolean>;
};

type Lineages = { readonly present: string; readonly stored: string | null };

/**
 * Creates the {@link LineageCheck} of a database.
 *
 * Source of the SQLSTATEs: PostgreSQL, Appendix A. Classes 42 (no such function, no right to it)
 * and 0A (not supported) do not pass; that of a replica that has not taken over yet does.
 */
export function createLineageCheck(pool: Pool, log: Pick<Logger, 'error'>): LineageCheck {
  let seen: string | null = null;
  let isReadable = true;

  /** Reads the lineages; null if this database does not tell them, as some services do not. */
  async function read(): Promise<Lineages | null> {
    if (!isReadable) return null;
    try {
      const { rows } = await pool.query<Lineages>(readLineages);
      return rows[0] ?? null;
    } catch (error) {
      if (!isNodeError(error) || !/^(42|0A)/.test(error.code ?? '')) throw error;
      isReadable = false;
      log.error(
        { err: error },
        'the lineage of the database cannot be read: if a replica takes over, it is not noticed',
      );
      return null;
    }
  }

  return {
    async run() {
      const lineages = await read();
      if (lineages === null) return false;
      const { present, stored } = lineages;
      const before = seen ?? stored ?? present;
      if (stored !== present && (await storeLineage(pool, present)))
        log.error(
          { before: stored, now: present },
          'the database continues another history: it was restored, copied, or a replica has taken over. Open pages send text that it lacks.',
        );
      seen = present;
      return before !== present;
    },
  };
}

/**
 * Stores the lineage. If the database had another one, begins a new epoch of all documents in the
 * same transaction, and returns true.
 */
async function storeLineage(pool: Pool, present: string): Promise<boolean> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const isOther = await replaceLineage(client, present);
    await client.query('commit');
    client.release();
    return isOther;
  } catch (error) {
    // The state of the connection is unknown: discard it, and with it the transaction.
    client.release(true);
    throw error;
  }
}

async function replaceLineage(client: PoolClient, present: string): Promise<boolean> {
  const added = await client.query(
    'insert into database_lineage (lineage) values ($1) on conflict (is_only) do nothing',
    [present],
  );
  if (added.rowCount !== 0) return false;
  // Waits for another process that does the same, and then changes nothing.
  const { rowCount } = await client.query(
    'update database_lineage set lineage = $1 where lineage <> $1',
    [present],
  );
  if (rowCount === 0) return false;
  await raiseEpochs(client);
  return true;
}
