import type { Program } from './program.ts';

/** The embedded PostgreSQL cannot run. The message is a sentence for the operator. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another process uses the data folder. A retry is useless. */
export class AlreadyRunning extends EmbeddedError {
  override name = 'AlreadyRunning';
}

/** Returns the error for a data folder that another process uses. */
export function alreadyRunning(program: Program, dataDir: string): AlreadyRunning {
  return new AlreadyRunning(
    `Another ${program.title} process uses this data folder (${dataDir}). Stop it first, or choose another one with ${program.dataFolderSetting}.`,
  );
}
