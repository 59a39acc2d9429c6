import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../platform/clock.ts';
import type { Config } from '../platform/config.ts';
import { createDiskRoom } from '../platform/disk-room.ts';
import { Fault } from '../platform/fault.ts';
import { createIds } from '../platform/ids.ts';
import type { Logger } from '../platform/log.ts';
import { makeBackup } from './make.ts';
import { openBackupStore, type BackupStore } from './places.ts';
import { findOld, recordAttempt, recordRemoved } from './records.ts';
import { openInstallation, type Installation } from './source.ts';
import { verifyBackup } from './verify.ts';

/**
 * Makes a scheduled backup: writes, verifies and stores it, then removes backups beyond the number
 * to keep. The attempt is recorded, also if it fails.
 *
 * @param check called between two entries; may throw to give up
 * @throws `Fault` with a sentence for the operator
 */
export async function runScheduledBackup(
  config: Config,
  log: Logger,
  check: () => void,
): Promise<void> {
  const { to } = config.backup;
  if (to === null) throw new Fault('BACKUP_TO is not set.');
  const installation = await openInstallation(config, log);
  const startedAt = systemClock.now();
  const id = createIds(systemClock).uuid();
  const name = nameOf(startedAt);
  const record = (result: Parameters<typeof recordAttempt>[1]['result']): Promise<void> =>
    recordAttempt(installation.client, { id, name, isScheduled: true, startedAt, result });
  try {
    const store = await openBackupStore(to);
    const bytes = await makeVerified(store, { config, installation, log, check, id, name });
    await record({ bytes, isVerified: true, error: null });
    await removeOld(store, installation, config.backup.keep);
  } catch (error) {
    const sentence = error instanceof Fault ? error.message : 'An unexpected error occurred.';
    await record({ bytes: null, isVerified: false, error: sentence }).catch(() => undefined);
    throw error;
  } finally {
    await installation.stop();
  }
}

/** Returns the name of the backup of a time, in UTC to the second. */
const nameOf = (now: number): string =>
  `longhand-${new Date(now).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;

type Scheduled = {
  readonly config: Config;
  readonly installation: Installation;
  readonly log: Logger;
  readonly check: () => void;
  readonly id: string;
  readonly name: string;
};

/** Makes and verifies a backup in the work folder, stores it, and returns its size (bytes). */
async function makeVerified(
  store: BackupStore,
  { config, installation, log, check, id, name }: Scheduled,
): Promise<number> {
  const { withFiles, withKeys, verifyIn } = config.backup;
  const roomOf = (path: string) =>
    createDiskRoom({ path, floor: config.minFreeBytes, clock: systemClock, log });
  const folder = await mkdtemp(join(store.workFolder, '.longhand-backup-'));
  const room = roomOf(folder);
  try {
    const path = join(folder, name);
    const { bytes } = await makeBackup(path, config, installation, {
      id,
      withFiles,
      withKeys,
      onProgress: () => {
        check();
        return expectRoom(room, folder);
      },
    });
    await verifyBackup(path, { log, databaseUrl: verifyIn, room: roomOf(tmpdir()), check });
    await store.store(path, name);
    return bytes;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function expectRoom(room: { has(): Promise<boolean> }, folder: string): Promise<void> {
  if (!(await room.has()))
    throw new Fault(`The disk of ${folder} has less free space than MIN_FREE_BYTES.`);
}

async function removeOld(
  store: BackupStore,
  { client }: Installation,
  keep: number,
): Promise<void> {
  for (const { id, name } of await findOld(client, keep)) {
    await store.remove(name);
    await recordRemoved(client, id);
  }
}
