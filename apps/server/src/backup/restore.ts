import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { createPool } from '../db/connection.ts';
import { migrate, migrationsFolder, readMigrations } from '../db/migrate.ts';
import type { Files } from '../files/files.ts';
import { systemClock } from '../platform/clock.ts';
import { openDataFolder, restoringMarker } from '../platform/data-folder.ts';
import { Fault } from '../platform/fault.ts';
import { createKillPoints } from '../platform/kill-points.ts';
import type { Logger } from '../platform/log.ts';
import { isNodeError } from '../platform/node-error.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import { engineClockOf } from '../realtime/engine-clock.ts';
import { journalIn, openJournaledLog } from '../realtime/open-log.ts';
import { createUpdateLog } from '../realtime/update-log.ts';
import { entryNames, type BackupHeader } from './format.ts';
import { loadBackup, type LoadInto } from './load.ts';
import type { BackupInfo, BackupReader } from './read.ts';

const noKill = createKillPoints(null);

/** Names of the keys that a backup may contain, in the data folder. */
export const keyNames: readonly string[] = ['csrf.key', 'leave-mail.key', 'sign-in.key'];

/** Target of {@link restoreBackup}. */
export type RestoreInto = {
  /** The data folder, an existing folder without a journal. */
  readonly dataDir: string;
  /** An empty database. */
  readonly connection: pg.PoolConfig;
  /** Store of the files; null to read them only. */
  readonly files: Pick<Files, 'put'> | null;
  readonly log: Logger;
  /** Called when the rows are loaded, before migrations of later versions change them. */
  readonly onLoaded?: (loaded: BackupInfo) => Promise<void>;
} & Pick<LoadInto, 'onProgress'>;

/**
 * Prepares an empty data folder for a restore. Until {@link endRestore}, no process starts on it.
 *
 * @throws `Fault` if the folder is not empty, `DataFolderError` if it is not usable
 */
export async function beginRestore(dataDir: string): Promise<void> {
  const names = await readdir(dataDir).catch((error: unknown) => {
    if (isNodeError(error) && error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  if (names.includes(restoringMarker)) await openDataFolder(dataDir);
  if (names.length > 0)
    throw new Fault(
      `The data folder ${dataDir} is not empty. A backup can be restored into an empty folder only: set DATA_DIR to a new one.`,
    );
  await openDataFolder(dataDir);
  await writeFile(join(dataDir, restoringMarker), '', { flush: true });
  await syncFolder(dataDir);
}

/** Releases a data folder after a successful restore. */
export async function endRestore(dataDir: string): Promise<void> {
  await rm(join(dataDir, restoringMarker));
  await syncFolder(dataDir);
}

/**
 * Restores a backup into an empty database and a data folder, and brings it up to date: later
 * migrations, the updates of the journal, and a new epoch of every document, by which pages notice
 * that they may have newer text than the server.
 *
 * @param path path of the backup
 * @param header its header, from {@link readBackup}: what is damaged is refused before anything is
 *   written
 * @throws what {@link loadBackup} throws
 */
export async function restoreBackup(
  path: string,
  header: BackupHeader,
  into: RestoreInto,
): Promise<BackupInfo> {
  const { dataDir, connection, log } = into;
  const loaded = await loadBackup(path, header, {
    connection: connection as pg.ClientConfig,
    onEntry: sinkOf(into),
    ...(into.onProgress && { onProgress: into.onProgress }),
  });
  await into.onLoaded?.(loaded);
  const pool = createPool({ ...connection, max: 4 }, log);
  try {
    await bringUpToDate(pool);
    const journaled = await openJournaledLog(dataDir, {
      pool,
      clock: engineClockOf(systemClock),
      log,
      kill: noKill,
    });
    await journaled.close();
    await createUpdateLog(pool).raiseEpochs();
    await pool.query('analyze');
  } finally {
    await pool.end();
  }
  return loaded;
}

async function bringUpToDate(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  try {
    await migrate(client, await readMigrations(migrationsFolder), noKill);
  } finally {
    client.release();
  }
}

/** Returns the sink that puts files into their store, and journal and keys into the data folder. */
function sinkOf({ dataDir, files }: RestoreInto): NonNullable<BackupReader['onEntry']> {
  return async (name, bytes) => {
    const [key, own] = [basename(name), name.slice(0, name.lastIndexOf('/') + 1)];
    if (own === entryNames.files) return files === null ? drain(bytes) : files.put(key, bytes);
    if (own === entryNames.journal && /^\d{10}\.journal$/.test(key)) {
      await mkdir(journalIn(dataDir), { recursive: true, mode: 0o700 });
      return store(join(journalIn(dataDir), key), bytes);
    }
    if (own === entryNames.keys && keyNames.includes(key)) return store(join(dataDir, key), bytes);
    throw new Fault(`The backup contains ${name}, which Longhand does not know.`);
  };
}

const store = (path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> =>
  pipeline(bytes, createWriteStream(path, { flags: 'wx', mode: 0o600, flush: true }));

async function drain(bytes: AsyncIterable<Uint8Array>): Promise<void> {
  for await (const chunk of bytes) void chunk;
}
