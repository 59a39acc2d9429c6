import { mkdtemp, chmod, mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { databasePid, startProduct, until, type Product } from '@longhand/driver';
import { megabytes, memoryOf } from '../ledger/memory.ts';
import { expectNoPromise } from '../ledger/no-promise.ts';
import type { FaultContext, LedgerSubject } from '../ledger/subject.ts';
import { startClusterDatabase, type ClusterDatabase } from '../nodes/database.ts';
import { openDatabaseLine, type ServerLine } from '../nodes/server-line.ts';

/**
 * A fault of an external database.
 * - `terminated`: all connections of the product are ended by `pg_terminate_backend`, repeatedly.
 * - `immediate`: it is stopped with `-m immediate`, and started again.
 * - `locked-tables`: the tables of the log are locked, so that no statement can write them.
 * - `locked-rows`: the rows of the documents are locked.
 * - `unreachable`: its connections are closed, and new ones refused.
 * - `silent`: its connections pass nothing on any more.
 */
export const databaseFaults = [
  'terminated',
  'immediate',
  'locked-tables',
  'locked-rows',
  'unreachable',
  'silent',
] as const;
/** See {@link databaseFaults}. */
export type DatabaseFault = (typeof databaseFaults)[number];

/** Number of times that all connections are ended, and the pause between them (ms). */
const terminations = { count: 20, pause: 100 };

/** Time in which the product answers again after a fault (ms). */
const readyWithin = 120_000;

/** Runs statements over a connection of their own, which does not end while the fault lasts. */
async function connected<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, application_name: 'a fault' });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function terminateAll(url: string): Promise<void> {
  await connected(url, async (client) => {
    for (let each = 0; each < terminations.count; each += 1) {
      await client.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
      );
      await sleep(terminations.pause);
    }
  });
}

/** Holds locks while `lasting` runs. */
async function locked(url: string, statement: string, lasting: () => Promise<void>): Promise<void> {
  await connected(url, async (client) => {
    await client.query('begin');
    await client.query(statement);
    await lasting();
    await client.query('rollback');
  });
}

async function stopImmediately(dataDir: string): Promise<void> {
  const before = await databasePid(dataDir);
  if (before === null) throw new Error('the database does not run');
  process.kill(before, 'SIGQUIT');
  await until('the database is started again', async () => {
    const now = await databasePid(dataDir);
    return now !== null && now !== before;
  });
}

type Parts = {
  readonly database: ClusterDatabase;
  readonly line: ServerLine;
  /** Duration of a lock or of an interruption (ms). */
  readonly lasts: number;
};

async function strike(
  { database, line, lasts }: Parts,
  fault: DatabaseFault,
  context: FaultContext,
): Promise<void> {
  const noPromise = (): Promise<void> => expectNoPromise(context, fault, () => sleep(lasts));
  switch (fault) {
    case 'terminated':
      return terminateAll(database.url);
    case 'immediate':
      return stopImmediately(database.dataDir);
    case 'locked-tables':
      return locked(
        database.url,
        'lock table document_log, document_snapshots in access exclusive mode',
        noPromise,
      );
    case 'locked-rows':
      return locked(database.url, 'select id from documents for update', noPromise);
    case 'unreachable':
      line.cut();
      await noPromise();
      return line.heal();
    case 'silent':
      line.stall();
      await noPromise();
      return line.heal();
  }
}

/** Resolves when the product reaches its database again by itself. */
function untilReady({ url }: Product): Promise<void> {
  const isReady = (): Promise<boolean> =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    );
  return until('the product is ready', isReady, readyWithin);
}

/**
 * Starts a product on an external database for the ledger test. While the database can store
 * nothing, no word may be promised; afterwards the product has to recover without a restart.
 *
 * @param lasts duration of a lock or of an interruption (ms)
 * @param say receives the memory of the product at the end
 */
export async function startDatabaseSubject(
  lasts: number,
  say: (line: string) => void = () => undefined,
): Promise<LedgerSubject<DatabaseFault>> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-database-'));
  await chmod(folder, 0o711);
  await mkdir(join(folder, 'data'));
  const database = await startClusterDatabase(join(folder, 'postgres'), () => undefined);
  const line = await openDatabaseLine(database.url, join(folder, 'line'));
  const product = await startProduct({
    dataDir: join(folder, 'data'),
    env: { DATABASE_URL: line.url },
  });
  const { pid } = product;
  const before = memoryOf(pid);
  return {
    url: product.url,
    prepare: () => Promise.resolve(),
    async inject(fault, context) {
      await strike({ database, line, lasts }, fault, context);
      return Date.now();
    },
    recover: () => untilReady(product),
    async close() {
      const { now, most } = memoryOf(pid);
      say(
        `memory of the server: ${megabytes(before.now)} at first, ${megabytes(now)} at the end, at most ${megabytes(most)}`,
      );
      line.heal();
      await product.close();
      await line.close();
      await database.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}
