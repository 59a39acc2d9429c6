import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { createEmptyDatabase } from '../db/testing.ts';
import { openFolder } from '../files/folder.ts';
import { createIds } from '../platform/ids.ts';
import { systemClock } from '../platform/clock.ts';
import { makeBackup, type MadeFile, type MakeOptions } from './make.ts';
import type { TableShape } from './format.ts';
import type { Installation } from './source.ts';
import { listTables, readRows, useTextFormat } from './tables.ts';

const ids = createIds(systemClock);

/** An installation for a test, without a process: a database and a data folder. */
export type TestInstallation = Installation & { readonly dataDir: string };

/** Opens the database of a test, and a new data folder, as an installation. */
export async function openTestInstallation(poolConfig: pg.PoolConfig): Promise<TestInstallation> {
  const dataDir = await mkdtemp(join(tmpdir(), 'longhand-backup-'));
  const client = new pg.Client(poolConfig as pg.ClientConfig);
  await client.connect();
  const files = await openFolder(join(dataDir, 'files'), systemClock.now());
  const stop = async (): Promise<void> => {
    await client.end();
    await rm(dataDir, { recursive: true });
  };
  return { client, files, dataDir, stop };
}

/** Makes a backup of an installation. */
export function backUp(
  path: string,
  installation: TestInstallation,
  options: Partial<MakeOptions> = {},
): Promise<MadeFile> {
  return makeBackup(path, installation, installation, {
    id: ids.uuid(),
    withKeys: false,
    withFiles: true,
    ...options,
  });
}

/** Creates an empty database, with a client that the test may use. */
export async function openEmpty(): Promise<{
  client: pg.Client;
  connection: pg.PoolConfig;
  url: string;
  close(): Promise<void>;
}> {
  const { poolConfig, url, drop } = await createEmptyDatabase();
  const client = new pg.Client(poolConfig as pg.ClientConfig);
  await client.connect();
  const close = async (): Promise<void> => {
    await client.end();
    await drop();
  };
  return { client, connection: poolConfig, url, close };
}

/** Returns the rows of all tables as text, by the name of the table. */
export async function dumpOf(client: pg.ClientBase): Promise<Map<string, string>> {
  await useTextFormat(client);
  const dump = new Map<string, string>();
  for (const table of await listTables(client)) dump.set(table.name, await textOf(client, table));
  return dump;
}

async function textOf(client: pg.ClientBase, table: TableShape): Promise<string> {
  const chunks: Buffer[] = [];
  await readRows(client, table, (chunk) => void chunks.push(chunk));
  return Buffer.concat(chunks).toString();
}
