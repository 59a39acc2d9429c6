import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Log } from '../../platform/log.ts';
import { isDatabaseUnavailable } from '../faults.ts';
import { alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { readPidFile } from './pid-file.ts';
import type { Place } from './place.ts';
import { isAlive, isPostgresIn } from './processes.ts';
import { stopPostmaster } from './postmaster.ts';
import { tryProcessLock } from './process-lock.ts';

// A process that was killed a moment ago holds its lock until the server notices. One that lives where its number cannot be seen, as in
// another container, holds it for longer than this.
const believeBusyAfterMs = 1_000;

/** The PostgreSQL that runs on a cluster now; null where none does. */
export async function findRunning(cluster: string): Promise<{ pid: number; socketFolder: string | null } | null> {
  const file = await readPidFile(cluster);
  if (file === null || !isAlive(file.pid)) return null;
  return (await isPostgresIn(cluster, file.pid)) ? file : null;
}

/** The lock, taken on the server that is running; `busy` if a living process holds it, `gone` if the server ended meanwhile. */
async function takeLock(place: Place, admin: pg.ClientConfig, log: Log): Promise<pg.Client | 'busy' | 'gone'> {
  const busyFrom = performance.now() + believeBusyAfterMs;
  for (;;) {
    const running = await findRunning(place.cluster);
    if (running === null) return 'gone';
    try {
      if (running.socketFolder !== null) {
        const attempt = await tryProcessLock({ ...admin, host: running.socketFolder }, () => undefined);
        if (attempt.kind === 'held') return attempt.client;
        if (attempt.by !== null && isAlive(attempt.by)) return 'busy';
        if (performance.now() > busyFrom) return 'busy';
      }
    } catch (error) {
      if (!isDatabaseUnavailable(error)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EmbeddedError(`A database runs on ${place.cluster} already and does not let us in: ${reason}`, {
          cause: error,
        });
      }
      log.debug({ err: error }, 'The database that is running does not answer yet');
    }
    await sleep(50);
  }
}

/**
 * A kill of the process leaves its PostgreSQL running. It is ended and a new one started, rather than taken over: so no statement
 * of the dead process can still be stored after the new one has read, and the server is always our child, of this version, with these settings.
 * If a living process holds the lock, it is no leftover: throws {@link EmbeddedError}.
 */
export async function endLeftover(place: Place, admin: pg.ClientConfig, log: Log): Promise<void> {
  const lock = await takeLock(place, admin, log);
  if (lock === 'gone') return;
  if (lock === 'busy') throw alreadyRunning(place.dataDir);
  log.warn('Longhand was ended suddenly the last time; its database is stopped and started again');
  const running = await findRunning(place.cluster);
  if (running !== null) await stopPostmaster(running.pid, log);
  await lock.end();
}
