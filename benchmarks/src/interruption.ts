/** Somebody asked the command to end before it was done. */
export class Interrupted extends Error {
  override name = 'Interrupted';
}

/**
 * Does some work, unless this process is asked to end meanwhile: then it fails with {@link Interrupted}, so that whoever started
 * servers for the work can end them. What the work still does after that is of no interest to anyone.
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
