import { Kysely, PostgresDialect, type LogEvent } from 'kysely';
import pg from 'pg';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Config } from '../platform/config.ts';
import { openDataFolder } from '../platform/data-folder.ts';
import { Fault } from '../platform/fault.ts';
import type { KillPoints } from '../platform/kill-points.ts';
import type { Logger } from '../platform/log.ts';
import { connectionDefaults, createPool, pooledLimits } from './connection.ts';
import { warnOfLostWrites } from './durability.ts';
import { openOwnServer, type OwnServer, type ServerUpgrade } from './embedded.ts';
import { isDatabaseUnavailable } from './faults.ts';
import { migrate, migrationsFolder, readMigrations } from './migrate.ts';
import type { Schema } from './schema.ts';

/** An open, migrated database. Use `poolConfig` for additional connections. */
export type Database = {
  readonly kysely: Kysely<Schema>;
  readonly pool: pg.Pool;
  readonly poolConfig: pg.PoolConfig;
  /** Returns the paths of the clusters that upgrades of the embedded PostgreSQL have kept. */
  findKept(): Promise<string[]>;
  /**
   * Waits for running work, then closes and stops the embedded server. A second call waits for the
   * first.
   */
  stop(): Promise<void>;
};

/**
 * Options for opening the database. `onLost` is called once if another process has taken over the
 * embedded database. This process must then end.
 */
export type OpenDatabase = {
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl'>;
  readonly log: Logger;
  readonly kill: KillPoints;
  readonly onLost: (reason: Error) => void;
  /** Upgrades an embedded PostgreSQL of an earlier major version, which is refused otherwise. */
  readonly upgrade?: ServerUpgrade;
  /**
   * Called before an embedded database of an earlier version is migrated, with a connection to it
   * and the name of the first migration.
   */
  readonly beforeMigrating?: (poolConfig: pg.PoolConfig, migration: string) => Promise<unknown>;
  /**
   * Receives the duration of each statement (ms) when it has ended. Its text contains placeholders
   * instead of data.
   */
  readonly heard?: (text: string, ms: number, isFailed: boolean) => void;
};

const waitForExternalMs = 15_000;
const waitForWorkMs = 2_000;

function openExternal(databaseUrl: string): OwnServer {
  return {
    poolConfig: { ...connectionDefaults(), connectionString: databaseUrl },
    findKept: () => Promise.resolve([]),
    stop: () => Promise.resolve(),
  };
}

/**
 * Opens the first connection. Retries while the server is still starting, for example if both are
 * started together.
 */
async function connectPatiently(poolConfig: pg.PoolConfig, log: Logger): Promise<pg.Client> {
  const until = performance.now() + waitForExternalMs;
  for (;;) {
    const client = new pg.Client(poolConfig);
    client.on('error', (error) =>
      log.warn({ reason: error.message }, 'The connection to the database was lost'),
    );
    try {
      await client.connect();
      return client;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      if (!isDatabaseUnavailable(error) || performance.now() > until) {
        throw new Fault(`The database cannot be used: ${reason}. Check DATABASE_URL.`, {
          cause: error,
        });
      }
      log.warn({ reason }, 'The database cannot be reached yet; retrying');
      await sleep(500);
    }
  }
}

async function bringUpToDate(
  poolConfig: pg.PoolConfig,
  { config, log, kill, beforeMigrating }: OpenDatabase,
): Promise<void> {
  const migrations = await readMigrations(migrationsFolder);
  const client = await connectPatiently(poolConfig, log);
  try {
    const steps = await migrate(client, migrations, kill, async (migration) => {
      if (config.databaseUrl === null) await beforeMigrating?.(poolConfig, migration);
    });
    if (steps.length > 0) log.info({ steps }, 'Migrations were applied to the database');
    await warnOfLostWrites(client, log);
  } finally {
    await client.end();
  }
}

/** Ends the pool, with a timeout for clients that are never released. */
async function endPool(kysely: Kysely<Schema>, pool: pg.Pool): Promise<void> {
  // Kysely ends a pool only if it has used it.
  const ended = kysely.destroy().then(() => (pool.ending ? undefined : pool.end()));
  await Promise.race([ended, sleep(waitForWorkMs, undefined, { ref: false })]);
}

/**
 * Opens and migrates the database: the one of `DATABASE_URL`, otherwise a PostgreSQL in the data
 * folder. Throws `DataFolderError`, `EmbeddedError`, `MigrationError` or `Fault`, each with a
 * sentence for the operator.
 */
export async function openDatabase(open: OpenDatabase): Promise<Database> {
  const { config, log, heard } = open;
  await openDataFolder(config.dataDir);
  const server =
    config.databaseUrl === null
      ? await openOwnServer(config.dataDir, log, open.onLost, open.upgrade)
      : openExternal(config.databaseUrl);
  try {
    await bringUpToDate(server.poolConfig, open);
  } catch (error) {
    await server.stop();
    throw error;
  }
  const pool = createPool({ ...server.poolConfig, ...pooledLimits }, log);
  const listen =
    heard &&
    (({ query, queryDurationMillis, level }: LogEvent) =>
      heard(query.sql, queryDurationMillis, level === 'error'));
  const kysely = new Kysely<Schema>({
    dialect: new PostgresDialect({ pool }),
    ...(listen && { log: listen }),
  });
  let stopping: Promise<void> | undefined;
  const stop = () => (stopping ??= endPool(kysely, pool).then(() => server.stop()));
  return { kysely, pool, poolConfig: server.poolConfig, findKept: server.findKept, stop };
}
