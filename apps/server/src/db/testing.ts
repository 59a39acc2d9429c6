import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { inject } from 'vitest';
import { createKillPoints } from '../platform/kill-points.ts';
import { createIds } from '../platform/ids.ts';
import { createLog } from '../platform/log.ts';
import { systemClock } from '../platform/clock.ts';
import { connectionDefaults, createPool, createTypes, pooledLimits } from './connection.ts';
import { openOwnServer } from './embedded.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import type { Schema } from './schema.ts';

/**
 * Connection to the server of the test run. Plain data, because it is passed to other processes.
 */
export type TestServer = {
  readonly connection: Pick<
    pg.PoolConfig,
    'host' | 'port' | 'user' | 'password' | 'database' | 'connectionString'
  >;
};

/** A migrated, empty database for one test file. */
export type TestDatabase = {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly poolConfig: pg.PoolConfig;
  findKept(): Promise<string[]>;
  /** Closes the pool and drops the database. */
  drop(): Promise<void>;
};

declare module 'vitest' {
  interface ProvidedContext {
    /** Test server, created once per run. */
    testServer: TestServer & { readonly template: string };
  }
}

const ids = createIds(systemClock);
const silent = createLog('silent');

function newName(): string {
  return `longhand_test_${ids.uuid().replaceAll('-', '')}`;
}

function configOf(server: TestServer, database?: string): pg.PoolConfig {
  const { connectionString, ...connection } = server.connection;
  // On a busy machine, PostgreSQL can take longer than five seconds to accept a connection.
  const patient = { connectionTimeoutMillis: 60_000, idleTimeoutMillis: 1_000 };
  const base = { ...connectionDefaults(), ...patient };
  // Commits return before they are on disk, as nothing in these databases has to last.
  const options = '-c synchronous_commit=off';
  if (connectionString === undefined)
    return { ...base, ...connection, options, ssl: false, ...(database && { database }) };
  const url = new URL(connectionString);
  if (database !== undefined) url.pathname = `/${database}`;
  return { ...base, connectionString: url.href };
}

async function withClient<T>(
  config: pg.PoolConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client(config);
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

async function startServer(): Promise<TestServer & { stop(): Promise<void> }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-test-'));
  await chmod(dataDir, 0o711);
  const embedded = await openOwnServer(dataDir, silent, () => undefined);
  const { host, port, user, password, database } = embedded.poolConfig;
  // The application's role cannot create databases, but each test file has its own.
  const admin = { ...embedded.poolConfig, user: 'postgres', database: 'postgres' };
  await withClient(admin, async (client) => {
    await client.query(`alter role ${user} createdb`);
    // Otherwise each dropped database waits until all others are on disk. Power failures are
    // tested with the whole product (`e2e/src/power`), and these databases exist for a minute.
    await client.query('alter system set fsync = off');
    await client.query('select pg_reload_conf()');
  });
  const stop = async () => {
    await embedded.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { connection: { host, port, user, password, database } as TestServer['connection'], stop };
}

/**
 * Opens the server for a test run with one migrated database as template. The server is a
 * PostgreSQL in a temporary folder, or the one at `address`. `address`: a connection string of a
 * role that may create databases.
 */
export async function openTestDatabases(
  address: string | null,
): Promise<TestServer & { template: string; stop(): Promise<void> }> {
  const server =
    address === null
      ? await startServer()
      : { connection: { connectionString: address }, stop: () => Promise.resolve() };
  const template = newName();
  await withClient(configOf(server), (client) => client.query(`create database ${template}`));
  const migrations = await readMigrations(migrationsFolder);
  await withClient(configOf(server, template), (client) =>
    migrate(client, migrations, createKillPoints(null)),
  );
  const stop = async () => {
    await withClient(configOf(server), (client) =>
      client.query(`drop database ${template} with (force)`),
    );
    await server.stop();
  };
  return { connection: server.connection, template, stop };
}

/**
 * Returns a database address in the form of `DATABASE_URL`. A socket folder is passed as the
 * parameter `host`.
 */
function addressOf(config: pg.PoolConfig): string {
  if (config.connectionString !== undefined) return config.connectionString;
  const secret = typeof config.password === 'string' ? encodeURIComponent(config.password) : '';
  return `postgres://${config.user}:${secret}@localhost/${config.database}?host=${encodeURIComponent(config.host ?? '')}`;
}

/**
 * Creates an empty database without migrations. For tests of the migrations and of `DATABASE_URL`.
 */
export async function createEmptyDatabase(): Promise<{
  poolConfig: pg.PoolConfig;
  url: string;
  drop(): Promise<void>;
}> {
  const { poolConfig, drop } = await createFrom('template0');
  return { poolConfig, url: addressOf(poolConfig), drop };
}

/**
 * Drops a database. Retries while an autovacuum worker is active in it, which only a superuser may
 * end.
 */
async function dropDatabase(config: pg.PoolConfig, name: string): Promise<void> {
  for (let tries = 0; ; tries += 1) {
    try {
      await withClient(config, (client) => client.query(`drop database ${name} with (force)`));
      return;
    } catch (error) {
      const isAtWork = error instanceof Error && 'code' in error && error.code === '42501';
      if (!isAtWork || tries === 100) throw error;
      await sleep(100);
    }
  }
}

async function createFrom(
  template: string,
): Promise<{ poolConfig: pg.PoolConfig; drop(): Promise<void> }> {
  const server = inject('testServer');
  const name = newName();
  await withClient(configOf(server), (client) =>
    client.query(`create database ${name} template ${template}`),
  );
  const drop = () => dropDatabase(configOf(server), name);
  return { poolConfig: { ...configOf(server, name), types: createTypes() }, drop };
}

/**
 * Creates a database for one test file as a copy of the migrated one, in about 0.1 s. Call `drop`
 * at the end of the file.
 */
export async function createTestDatabase(): Promise<TestDatabase> {
  const { poolConfig, drop } = await createFrom(inject('testServer').template);
  const pool = createPool({ ...poolConfig, ...pooledLimits }, silent);
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  return {
    kysely,
    pool,
    poolConfig,
    findKept: () => Promise.resolve([]),
    async drop() {
      await pool.end();
      await drop();
    },
  };
}
