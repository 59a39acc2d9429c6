import type { Logger } from './log.ts';
import { readPidFile } from './pid-file.ts';
import type { ClusterLocation } from './place.ts';
import { isAlive, isPostgresIn } from './processes.ts';
import { stopPostmaster } from './postmaster.ts';

/** Returns the PostgreSQL server that runs on a cluster, or null if there is none. */
export async function findRunning(
  cluster: string,
): Promise<{ pid: number; socketFolder: string | null } | null> {
  const file = await readPidFile(cluster);
  if (file === null || !isAlive(file.pid)) return null;
  return (await isPostgresIn(cluster, file.pid)) ? file : null;
}

/**
 * Ends the PostgreSQL server of a killed process, so that a new one can be started. The caller
 * holds the data folder, so that no living process uses the server.
 *
 * It is not reused: no statement of the dead process can then be committed after the new one has
 * read. The server is also always our child, with this version and these settings.
 */
export async function endLeftover(place: ClusterLocation, log: Logger): Promise<void> {
  const running = await findRunning(place.cluster);
  if (running === null) return;
  log.warn(
    `${place.program.title} did not shut down cleanly the last time; its database is restarted`,
  );
  await stopPostmaster(running.pid, log);
}
