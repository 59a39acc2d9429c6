/** The embedded PostgreSQL cannot be run; the message is a sentence for the operator. */
export class EmbeddedError extends Error {
  override name = 'EmbeddedError';
}

/** Another process has the data folder: trying again is of no use. */
export class AlreadyRunning extends EmbeddedError {
  override name = 'AlreadyRunning';
}

/** Another process is running on the same data folder. */
export function alreadyRunning(dataDir: string): AlreadyRunning {
  return new AlreadyRunning(
    `Another Longhand runs on this data folder (${dataDir}). Stop it first, or give this one its own DATA_DIR and PORT.`,
  );
}
