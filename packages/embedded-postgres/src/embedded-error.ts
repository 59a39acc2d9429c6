import type { Program } from './program.ts';

/** The embedded PostgreSQL cannot run. The message is a sentence for the operator. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another process uses the data folder. A retry is useless. */
export class AlreadyRunning extends EmbeddedError {
  override name = 'AlreadyRunning';
}

/**
 * Returns the error for a data folder that another process uses.
 *
 * @param holder id of that process; null if unknown
 */
export function alreadyRunning(
  program: Program,
  dataDir: string,
  holder: number | null = null,
): AlreadyRunning {
  const known = holder === null ? '' : ` Its process id is ${holder}.`;
  return new AlreadyRunning(
    `Another ${program.title} process uses this data folder (${dataDir}). Stop it first, or choose another one with ${program.dataFolderSetting}.${known}`,
  );
}
