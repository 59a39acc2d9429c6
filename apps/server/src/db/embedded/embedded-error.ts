/** The embedded PostgreSQL cannot run. The message is a sentence for the operator. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another process uses the data folder. A retry is useless. */
export class AlreadyRunning extends EmbeddedError {
  override name = 'AlreadyRunning';
}

/** Returns the error for a data folder that another process uses. */
export function alreadyRunning(dataDir: string): AlreadyRunning {
  return new AlreadyRunning(
    `Another Longhand process uses this data folder (${dataDir}). Stop it first, or set another DATA_DIR and PORT.`,
  );
}
