import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * The process id of the database that belongs to a data folder, or null where none runs. The database lies in the folder, or
 * where `database.location` says.
 */
export async function databasePid(dataDir: string): Promise<number | null> {
  const home = await readFile(join(dataDir, 'database.location'), 'utf8').catch(() => dataDir);
  const file = await readFile(join(home.trim(), 'database', 'cluster', 'postmaster.pid'), 'utf8').catch(() => null);
  return file === null ? null : Number(file.split('\n', 1)[0]);
}

/** Kills the database of a data folder, as a crash would. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid !== null && Number.isSafeInteger(pid) && pid > 1) process.kill(pid, 'SIGKILL');
}
