import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isDatabaseUnavailable } from './faults.ts';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from './testing.ts';
import { openDatabase, type Database } from './open.ts';
import { createKillPoints } from '../platform/kill-points.ts';
import { createLog, type Logger } from '../platform/log.ts';
import { readConfig } from '../platform/config.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const limits = {
  statement_timeout: '1min',
  lock_timeout: '20s',
  idle_in_transaction_session_timeout: '1min',
};

/** Returns the limits of a connection of a pool. */
async function limitsOf(pool: pg.Pool): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const name of Object.keys(limits)) {
    const { rows } = await pool.query<{ setting: string }>(
      'select current_setting($1) as setting',
      [name],
    );
    found[name] = rows[0]?.setting ?? '';
  }
  return found;
}

/** Opens an empty external database, after `prepare` has changed its settings. */
async function openEmpty(
  log: Logger,
  prepare: (client: pg.Client) => Promise<unknown>,
  use: (opened: Database) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-connection-'));
  const empty = await createEmptyDatabase();
  const client = new pg.Client(empty.poolConfig);
  await client.connect();
  await prepare(client);
  await client.end();
  const opened = await openDatabase({
    config: readConfig({ DATA_DIR: dataDir, DATABASE_URL: empty.url }),
    log,
    kill: createKillPoints(null),
    onLost: () => undefined,
  });
  await use(opened);
  await opened.stop();
  await empty.drop();
  await rm(dataDir, { recursive: true });
}

test('openDatabase opens connections with the same timeouts as the test pool', () =>
  openEmpty(
    createLog('silent'),
    async () => undefined,
    async ({ pool }) => expect(await limitsOf(pool)).toEqual(limits),
  ));

test('openDatabase warns that an external database confirms commits before they are durable', async () => {
  const lines: string[] = [];
  await openEmpty(
    createLog('error', { write: (line) => void lines.push(line) }),
    (client) => client.query(`alter database ${client.database} set synchronous_commit = off`),
    async () => undefined,
  );
  expect(lines).toEqual([expect.stringContaining('runs with synchronous_commit = off')]);
});

test('a pool connection has timeouts for statements, locks and idle transactions', async () => {
  expect(await limitsOf(database.pool)).toEqual(limits);
});

test('a statement timeout counts as a fault, so that the call can be retried', async () => {
  const client = await database.pool.connect();
  await client.query("set statement_timeout = '20ms'");
  const error = await client.query('select pg_sleep(60)').catch((reason: unknown) => reason);
  client.release(true);
  expect(isDatabaseUnavailable(error)).toBe(true);
});

test('a connection refuses arrays of byte strings, whose parsing would block the process, and reads their rows', async () => {
  const strings = "unnest(array['\\x01', '\\x02']::bytea[]) as bytes";
  await expect(database.pool.query(`select array_agg(bytes) from ${strings}`)).rejects.toThrow(
    'Select byte strings as rows',
  );
  const { rows } = await database.pool.query(`select bytes from ${strings}`);
  expect(rows).toEqual([{ bytes: Buffer.of(1) }, { bytes: Buffer.of(2) }]);
});
