import pg from 'pg';
import {
  findPending,
  migrate,
  migrationsFolder,
  readMigrations,
  type Migration,
} from '../db/migrate.ts';
import { Fault } from '../platform/fault.ts';
import { createKillPoints } from '../platform/kill-points.ts';
import { withoutConstraints } from './constraints.ts';
import type { BackupHeader, TableShape } from './format.ts';
import { readBackup, type BackupInfo, type BackupReader } from './read.ts';
import { emptyTables, listTables, useTextFormat, writeTables } from './tables.ts';

const noKill = createKillPoints(null);

/** Target of {@link loadBackup}. */
export type LoadInto = {
  /** Settings for a connection to an empty database. */
  readonly connection: pg.ClientConfig;
} & Pick<BackupReader, 'onEntry' | 'onProgress'>;

/**
 * Loads a backup into an empty database, in the schema of the version that made it: later
 * migrations are not applied yet.
 *
 * @param path path of the backup
 * @param header its header, from an earlier {@link readBackup}
 * @throws `Fault` for a database that is not empty, and what {@link readBackup} throws;
 *   `MigrationError` for a backup of a newer version; the error of PostgreSQL if rows contradict
 *   each other
 */
export async function loadBackup(
  path: string,
  header: BackupHeader,
  into: LoadInto,
): Promise<BackupInfo> {
  const migrations = await migrationsOf(header);
  const client = new pg.Client(into.connection);
  // A lost connection also rejects the statement under way.
  client.on('error', () => undefined);
  await client.connect();
  try {
    await expectEmpty(client);
    await migrate(client, migrations, noKill);
    await expectTables(client, header, path);
    await useTextFormat(client);
    await client.query('begin');
    await client.query("set local maintenance_work_mem = '128MB'");
    const info = await withoutConstraints(client, () => loadTables(client, path, header, into));
    await client.query('commit');
    return info;
  } finally {
    await client.end();
  }
}

/** Replaces the rows that migrations have added by those of the backup. */
async function loadTables(
  client: pg.ClientBase,
  path: string,
  { tables }: BackupHeader,
  { onEntry, onProgress }: LoadInto,
): Promise<BackupInfo> {
  await emptyTables(client, await listTables(client));
  const reader: Pick<BackupReader, 'onEntry' | 'onProgress'> = {
    ...(onEntry && { onEntry }),
    ...(onProgress && { onProgress }),
  };
  return writeTables(client, tables, (onRows) => readBackup(path, { ...reader, onRows }));
}

/** Returns the migrations that a backup had. They have to be the first ones of this version. */
async function migrationsOf({ migrations }: BackupHeader): Promise<readonly Migration[]> {
  const ours = await readMigrations(migrationsFolder);
  findPending(ours, migrations);
  return ours.slice(0, migrations.length);
}

async function expectEmpty(client: pg.ClientBase): Promise<void> {
  const [table] = await listTables(client);
  if (table !== undefined)
    throw new Fault(
      `The database is not empty: it has the table ${table.schema}.${table.name}. A backup can be restored into an empty database only.`,
    );
}

/** Compares the tables of a backup with those that its migrations have created. */
async function expectTables(
  client: pg.ClientBase,
  { tables }: BackupHeader,
  path: string,
): Promise<void> {
  const nameOf = ({ schema, name, columns }: TableShape): string =>
    `${schema}.${name} (${[...columns].sort().join(', ')})`;
  const known = (await listTables(client)).map(nameOf);
  const strange = tables.map(nameOf).find((table) => !known.includes(table));
  if (strange !== undefined)
    throw new Fault(`${path} contains a table that Longhand does not have: ${strange}.`);
}
