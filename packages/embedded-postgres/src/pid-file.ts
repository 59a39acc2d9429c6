import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from './node-error.ts';

/**
 * Content of `postmaster.pid` of a running PostgreSQL. Source: PostgreSQL,
 * src/include/utils/pidfile.h.
 */
export type PidFile = {
  readonly pid: number;
  readonly socketFolder: string | null;
  readonly isReady: boolean;
};

/** Returns the path that {@link readPidFile} reads. */
export function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid');
}

/**
 * Reads the file. Returns null if it is missing or empty. The lines after the first are written
 * while the server starts.
 */
export async function readPidFile(cluster: string): Promise<PidFile | null> {
  try {
    const lines = (await readFile(pidFilePath(cluster), 'utf8'))
      .split('\n')
      .map((line) => line.trim());
    const pid = Number(lines[0]);
    if (!Number.isInteger(pid) || pid <= 0) return null;
    return { pid, socketFolder: lines[4] || null, isReady: lines[7] === 'ready' };
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}
