import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { Kysely } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Jobs } from '../../jobs/jobs.ts';
import type { Clock } from '../../platform/clock.ts';
import { Fault } from '../../platform/fault.ts';

/** Dependencies of scheduled backups. `everyHours`: time between two backups. */
export type ScheduleDeps = {
  readonly db: Kysely<Schema>;
  readonly clock: Clock;
  readonly jobs: Jobs;
  readonly everyHours: number;
  /** Makes a scheduled backup, and records the attempt. */
  readonly makeBackup: () => Promise<void>;
};

const hour = 60 * 60;

/**
 * Makes a backup when the last successful one is `everyHours` old. This is checked once an hour, so
 * that a failed backup is repeated after an hour.
 */
export function scheduleBackups({ db, clock, jobs, everyHours, makeBackup }: ScheduleDeps): void {
  jobs.handle('backups.make', async () => {
    const { last } = await db
      .selectFrom('backups')
      .select((select) => select.fn.max('started_at').as('last'))
      .where('is_scheduled', '=', true)
      .where('bytes', 'is not', null)
      .executeTakeFirstOrThrow();
    const dueAt = last === null ? 0 : last.getTime() + everyHours * hour * 1_000;
    // Half an hour less: otherwise each backup would begin an hour later than the one before.
    if (dueAt - (hour / 2) * 1_000 <= clock.now()) await makeBackup();
  });
  jobs.every(hour, 'backups.make');
}

const command = fileURLToPath(new URL('../../backup/command.ts', import.meta.url));

/** Makes a scheduled backup in a process of its own, with the settings of this one. */
export async function makeBackupInProcess(): Promise<void> {
  try {
    await promisify(execFile)(process.execPath, [command, 'backup', '--scheduled']);
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim() : '';
    throw new Fault(`The scheduled backup failed: ${said || String(error)}`, { cause: error });
  }
}
