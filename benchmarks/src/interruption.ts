/** Error: the command was asked to end before it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/**
 * Resolves with `work`. The caller can end the servers that it started for the work; the rest of
 * the work is ignored.
 *
 * @throws {Interrupted} if this process is asked to end in the meantime
 */
export async function unlessInterrupted<T>(work: Promise<T>): Promise<T> {
  let stop: () => void = () => undefined;
  const interrupted = new Promise<never>((_resolve, reject) => {
    stop = () => reject(new Interrupted('interrupted'));
  });
  const events = ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect'] as const;
  for (const event of events) process.on(event, stop);
  try {
    return await Promise.race([work, interrupted]);
  } finally {
    for (const event of events) process.off(event, stop);
  }
}
