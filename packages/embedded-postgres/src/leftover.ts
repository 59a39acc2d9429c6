import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { socketConnection } from './connection.ts';
import type { Logger } from './log.ts';
import { AlreadyRunning, alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { readPidFile } from './pid-file.ts';
import type { ClusterLocation } from './place.ts';
import { isAlive, isPostgresIn } from './processes.ts';
import { stopPostmaster } from './postmaster.ts';
import { isUnavailable } from './unavailable.ts';
import { tryProcessLock } from './process-lock.ts';

/**
 * Number of attempts to take the lock of a process that has ended. The server ends its session
 * within milliseconds, or within seconds on a busy machine.
 */
const attemptsMax = 100;
const retryMs = 50;

/** Returns the PostgreSQL server that runs on a cluster, or null if there is none. */
export async function findRunning(
  cluster: string,
): Promise<{ pid: number; socketFolder: string | null } | null> {
  const file = await readPidFile(cluster);
  if (file === null || !isAlive(file.pid)) return null;
  return (await isPostgresIn(cluster, file.pid)) ? file : null;
}

/**
 * Takes the lock on the running server. Returns `gone` if the server has ended meanwhile, and
 * `abandoned` if the session of a process that has ended still holds the lock after many attempts.
 *
 * @throws AlreadyRunning if a living process holds it, or an unknown one for many attempts
 */
async function takeLock(
  place: ClusterLocation,
  password: string,
  log: Logger,
): Promise<pg.Client | 'abandoned' | 'gone'> {
  for (let attempts = 0; ;) {
    const running = await findRunning(place.cluster);
    if (running === null) return 'gone';
    try {
      if (running.socketFolder !== null) {
        const attempt = await tryProcessLock(
          socketConnection(running.socketFolder, 'postgres', password),
          () => undefined,
        );
        if (attempt.kind === 'held') return attempt.client;
        attempts += 1;
        const { by } = attempt;
        if (by !== null && !isAlive(by)) {
          if (attempts >= attemptsMax) return 'abandoned';
        } else if (by !== null || attempts >= attemptsMax) {
          throw alreadyRunning(place.program, place.dataDir, by);
        }
      }
    } catch (error) {
      if (error instanceof AlreadyRunning) throw error;
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
    await sleep(retryMs);
  }
}

/**
 * Ends the PostgreSQL server of a killed process, so that a new one can be started.
 *
 * It is not reused: no statement of the dead process can then be committed after the new one has
 * read. The server is also always our child, with this version and these settings.
 *
 * @throws AlreadyRunning if a living process holds the lock
 */
export async function endLeftover(
  place: ClusterLocation,
  password: string,
  log: Logger,
): Promise<void> {
  const lock = await takeLock(place, password, log);
  if (lock === 'gone') return;
  log.warn(
    `${place.program.title} did not shut down cleanly the last time; its database is restarted`,
  );
  const running = await findRunning(place.cluster);
  if (running !== null) await stopPostmaster(running.pid, log);
  if (lock !== 'abandoned') await lock.end();
}
