import { findRunning } from './leftover.ts';
import { choosePlace } from './place.ts';
import type { Program } from './program.ts';
import { socketConnection, type Connection } from './connection.ts';

/**
 * Returns the connection to the PostgreSQL server that runs on a data folder, for a separate
 * command, or null if none runs.
 *
 * @param dataDir absolute path of an existing folder
 * @throws `EmbeddedError` if the data folder cannot be used
 */
export async function findRunningServer(
  dataDir: string,
  program: Program,
  password: string,
): Promise<Connection | null> {
  const place = await choosePlace(dataDir, program);
  const running = await findRunning(place.cluster);
  if (running === null || running.socketFolder === null) return null;
  return socketConnection(running.socketFolder, program.name, password);
}
