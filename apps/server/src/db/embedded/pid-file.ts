import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from '../../platform/node-error.ts';

/** What a running PostgreSQL says of itself in `postmaster.pid`. Source: PostgreSQL, src/include/utils/pidfile.h. */
export type PidFile = { readonly pid: number; readonly socketFolder: string | null; readonly isReady: boolean };

/** Where {@link readPidFile} looks. */
export function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/** Reads it; null if there is none, or nothing in it yet. The lines after the first are written while the server starts. */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  try {
    const lines = (await readFile(pidFilePath(cluster), 'utf8')).split('\n').map((line) => line.trim());
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, socketFolder: lines[4] || null, isReady: lines[7] === 'ready' };
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}
