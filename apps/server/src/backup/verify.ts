import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { connectionDefaults } from '../db/connection.ts';
import { openOwnServer, type DatabaseServer } from '../db/embedded.ts';
import type { DiskRoom } from '../platform/disk-room.ts';
import { Fault } from '../platform/fault.ts';
import type { Logger } from '../platform/log.ts';
import { readBackup, type BackupInfo } from './read.ts';
import { restoreBackup } from './restore.ts';
import { ownSchemas, readRows, useTextFormat } from './tables.ts';

/** Options of a verification. */
export type VerifyOptions = {
  readonly log: Logger;
  /**
   * Connection string of an empty database to restore into; it is empty again afterwards. Null: a
   * PostgreSQL in a temporary folder.
   */
  readonly databaseUrl: string | null;
  /** Free space of the disk of temporary files. */
  readonly room: Pick<DiskRoom, 'has'>;
  /** Called between two entries; may throw to give up. */
  readonly check?: () => void;
};

/**
 * Verifies a backup: restores it into a scratch place, and compares the number and the bytes of all
 * rows there, and the bytes of all files, with what was backed up. Nothing remains.
 *
 * @param path path of the backup
 * @throws `Fault` with a sentence for the operator if the backup is not whole
 */
export async function verifyBackup(
  path: string,
  { log, databaseUrl, room, check }: VerifyOptions,
): Promise<BackupInfo> {
  const onProgress = (): Promise<void> => {
    check?.();
    return expectRoom(room);
  };
  const { header } = await readBackup(path, { onProgress });
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-verify-'));
  await chmod(dataDir, 0o711);
  try {
    const server =
      databaseUrl === null
        ? await openOwnServer(dataDir, log, () => undefined)
        : await openScratch(databaseUrl);
    try {
      return await restoreBackup(path, header, {
        dataDir,
        connection: server.poolConfig,
        files: null,
        log,
        onProgress,
        onLoaded: (loaded) => compareRows(server.poolConfig as pg.ClientConfig, loaded, path),
      });
    } finally {
      await server.stop();
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function expectRoom(room: Pick<DiskRoom, 'has'>): Promise<void> {
  if (!(await room.has()))
    throw new Fault(
      `The disk of ${tmpdir()} has not enough free space for a scratch copy. Set TMPDIR to a folder on another disk.`,
    );
}

/** Reads all rows of the restored database, and compares them with those of the backup. */
async function compareRows(
  config: pg.ClientConfig,
  { header, manifest }: BackupInfo,
  path: string,
): Promise<void> {
  await withClient(config, async (client) => {
    await useTextFormat(client);
    for (const [index, table] of header.tables.entries()) {
      const expected = manifest.tables[index];
      const found = await readRows(client, table, () => undefined);
      if (expected?.rows === found.rows && expected.sha256 === found.sha256) continue;
      throw new Fault(
        `${path} cannot be restored exactly: the table ${table.schema}.${table.name} has ${found.rows} rows after it, and ${expected?.rows} were backed up, or their values differ.`,
      );
    }
  });
}

/**
 * Opens an empty database, which is emptied again when it is stopped.
 *
 * @throws `Fault` if it has any table
 */
async function openScratch(connectionString: string): Promise<DatabaseServer> {
  const poolConfig = { ...connectionDefaults(), connectionString };
  await withClient(poolConfig, async (client) => {
    const { rows } = await client.query(
      `select from pg_class where relnamespace::regnamespace::text !~ '^(pg_|information_schema$)' limit 1`,
    );
    if (rows.length > 0)
      throw new Fault('The database for the verification is not empty. Name an empty one.');
  });
  return {
    poolConfig,
    stop: () => withClient(poolConfig, (client) => dropSchemas(client)),
  };
}

async function dropSchemas(client: pg.ClientBase): Promise<void> {
  for (const schema of ownSchemas) await client.query(`drop schema if exists ${schema} cascade`);
  await client.query('create schema public');
}

async function withClient<T>(
  config: pg.ClientConfig,
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
