import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { socketConnection } from './connection.ts';
import type { Logger } from './log.ts';
import { alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { readPidFile } from './pid-file.ts';
import type { ClusterLocation } from './place.ts';
import { isAlive, isPostgresIn } from './processes.ts';
import { stopPostmaster } from './postmaster.ts';
import { isUnavailable } from './unavailable.ts';
import { tryProcessLock } from './process-lock.ts';

/**
 * Time after which a lock is believed to be held by a living process whose id is not visible, as in
 * another container (ms). A process that was just killed holds its lock until the server ends the
 * session, which took more than a second on a busy machine.
 */
const believeBusyAfterMs = 15_000;

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
  place: ClusterLocation,
  password: string,
  log: Logger,
): Promise<pg.Client | 'busy' | 'gone'> {
  let busyFrom = Number.POSITIVE_INFINITY;
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
        busyFrom = Math.min(busyFrom, performance.now() + believeBusyAfterMs);
        if (performance.now() >= busyFrom) return 'busy';
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
export async function endLeftover(
  place: ClusterLocation,
  password: string,
  log: Logger,
): Promise<void> {
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
