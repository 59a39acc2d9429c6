import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import pg from 'pg';
import { openFiles } from '../files/open.ts';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createDiskRoom } from '../platform/disk-room.ts';
import { Fault } from '../platform/fault.ts';
import { createIds } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import { makeBackup } from './make.ts';
import { readBackup } from './read.ts';

/** Folder of the backups in the data folder. */
const folderName = 'upgrades';

/** Number of backups that are kept. There is one for each state that was migrated. */
const keep = 3;

const draftEnding = '.new';

/**
 * Makes the backup to which an operator can go back after an upgrade: the rows, the journal and the
 * keys of the embedded database, before its first pending migration, or before another major
 * version of PostgreSQL. Files of the file store are left out, because migrations do not change
 * them. A later backup of the same state replaces it, so that a migration that fails at every start
 * fills no disk.
 *
 * @param poolConfig connection to the database that is migrated
 * @param change name of the first pending migration, or of another change
 * @returns the path of the backup; null if the setting `BACKUP_BEFORE_UPGRADE` is off
 * @throws `Fault` if it could not be made; nothing was changed then
 */
export async function backUpBeforeUpgrade(
  config: Config,
  log: Logger,
  poolConfig: pg.PoolConfig,
  change: string,
): Promise<string | null> {
  if (!config.backup.beforeUpgrade) return null;
  const folder = join(config.dataDir, folderName);
  const path = join(folder, `before-${change.replace(/\.sql$/, '')}.tar`);
  log.warn({ path }, 'The database is backed up before it is upgraded');
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await removeDrafts(folder);
    await makeChecked(`${path}${draftEnding}`, config, poolConfig, log);
    await rename(`${path}${draftEnding}`, path);
    await syncFolder(folder);
    await removeOld(folder);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Fault(
      `The backup before the upgrade failed, and nothing was changed: ${reason} ` +
        'To upgrade without it, make a backup yourself and set BACKUP_BEFORE_UPGRADE=off.',
      { cause: error },
    );
  }
  log.warn({ path, bytes: (await stat(path)).size }, 'The backup before the upgrade was made');
  return path;
}

/** Writes a backup, reads it again, and compares its bytes with its hashes. */
async function makeChecked(
  path: string,
  config: Config,
  poolConfig: pg.PoolConfig,
  log: Logger,
): Promise<void> {
  const { dataDir: folder, minFreeBytes: floor } = config;
  const room = createDiskRoom({ path: folder, floor, clock: systemClock, log });
  const files = await openFiles(config, systemClock.now(), room);
  const client = new pg.Client(poolConfig as pg.ClientConfig);
  client.on('error', () => undefined);
  await client.connect();
  try {
    const stop = (): Promise<void> => client.end();
    await makeBackup(
      path,
      config,
      { client, files, stop },
      {
        id: createIds(systemClock).uuid(),
        withKeys: true,
        withFiles: false,
        onProgress: async () => {
          if (!(await room.has()))
            throw new Fault(`The disk of ${folder} has less free space than MIN_FREE_BYTES.`);
        },
      },
    );
  } finally {
    await client.end();
  }
  await readBackup(path);
}

/** Removes the drafts of processes that were killed. */
async function removeDrafts(folder: string): Promise<void> {
  for (const name of await readdir(folder))
    if (!name.endsWith('.tar')) await rm(join(folder, name));
}

async function removeOld(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.tar'));
  const times = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(join(folder, name))).mtimeMs })),
  );
  for (const { name } of times.sort((a, b) => b.at - a.at).slice(keep))
    await rm(join(folder, name));
}
