import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { socketConnection } from './connection.ts';
import type { Log } from './log.ts';
import { alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { readPidFile } from './pid-file.ts';
import type { Place } from './place.ts';
import { isAlive, isPostgresIn } from './processes.ts';
import { stopPostmaster } from './postmaster.ts';
import { isUnavailable } from './unavailable.ts';
import { tryProcessLock } from './process-lock.ts';

// A process that was just killed holds its lock until the server notices. A living process whose id
// is not visible, as in another container, holds it for longer than this.
const believeBusyAfterMs = 1_000;

/** Returns the PostgreSQL server that runs on a cluster, or null if there is none. */
export async function findRunning(
  cluster: string,
): Promise<{ pid: number; socketFolder: string | null } | null> {
  const file = await readPidFile(cluster);
  if (file === null || !isAlive(file.pid)) return null;
  return (await isPostgresIn(cluster, file.pid)) ? file : null;
}

/**
 * Takes the lock on the running server. Returns `busy` if a living process holds it, `gone` if the
 * server has ended meanwhile.
 */
async function takeLock(
  place: Place,
  password: string,
  log: Log,
): Promise<pg.Client | 'busy' | 'gone'> {
  const busyFrom = performance.now() + believeBusyAfterMs;
  for (;;) {
    const running = await findRunning(place.cluster);
    if (running === null) return 'gone';
    try {
      if (running.socketFolder !== null) {
        const attempt = await tryProcessLock(
          socketConnection(running.socketFolder, 'postgres', password),
          () => undefined,
        );
        if (attempt.kind === 'held') return attempt.client;
        if (attempt.by !== null && isAlive(attempt.by)) return 'busy';
        if (performance.now() > busyFrom) return 'busy';
      }
    } catch (error) {
      if (!isUnavailable(error)) {
        const reason = error instanceof Error ? error.message : String(error);
        throw new EmbeddedError(
          `A database already runs on ${place.cluster} and refuses the connection: ${reason}`,
          {
            cause: error,
          },
        );
      }
      log.debug({ err: error }, 'The running database does not respond yet');
    }
    await sleep(50);
  }
}

/**
 * Ends the PostgreSQL server of a killed process, so that a new one can be started.
 *
 * It is not reused: no statement of the dead process can then be committed after the new one has
 * read. The server is also always our child, with this version and these settings. If a living
 * process holds the lock, throws {@link EmbeddedError}.
 */
export async function endLeftover(place: Place, password: string, log: Log): Promise<void> {
  const lock = await takeLock(place, password, log);
  if (lock === 'gone') return;
  if (lock === 'busy') throw alreadyRunning(place.program, place.dataDir);
  log.warn(
    `${place.program.title} did not shut down cleanly the last time; its database is restarted`,
  );
  const running = await findRunning(place.cluster);
  if (running !== null) await stopPostmaster(running.pid, log);
  await lock.end();
}
