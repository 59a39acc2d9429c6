import { stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Stats } from 'node:fs';
import type { RunAs } from './run-as.ts';

const execute = 1;
const readAndExecute = 5;

/**
 * Returns the three permission bits that apply to a user. PostgreSQL's process has no supplementary
 * groups.
 */
function bitsFor(stats: Stats, runAs: NonNullable<RunAs>): number {
  if (stats.uid === runAs.uid) return (stats.mode >> 6) & 7;
  if (stats.gid === runAs.gid) return (stats.mode >> 3) & 7;
  return stats.mode & 7;
}

function ancestors(folder: string): string[] {
  const above = dirname(folder);
  return above === folder ? [folder] : [folder, ...ancestors(above)];
}

/**
 * Returns the innermost folder on the path to and including `folder` that `runAs` cannot enter, or
 * null if there is none.
 */
export async function findBarrier(folder: string, runAs: RunAs): Promise<string | null> {
  if (runAs === null) return null;
  for (const one of ancestors(folder)) {
    if ((bitsFor(await stat(one), runAs) & execute) === 0) return one;
  }
  return null;
}

/** True if `runAs` can read and execute the program at `path` and enter every folder above it. */
export async function canExecute(path: string, runAs: RunAs): Promise<boolean> {
  if (runAs === null) return true;
  const bits = bitsFor(await stat(path), runAs);
  return (
    (bits & readAndExecute) === readAndExecute && (await findBarrier(dirname(path), runAs)) === null
  );
}
