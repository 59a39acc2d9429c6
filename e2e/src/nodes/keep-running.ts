import { setTimeout as sleep } from 'node:timers/promises';

/** A process that can be started again. */
export type Restartable = {
  /** Resolves when the process has ended. */
  ended(): Promise<void>;
  start(): Promise<void>;
};

/** Pause between the end of a process and its next start (ms). */
const pause = 1_000;

/**
 * Starts a process again each time that it ends, as the supervisor of an installation does. A start
 * that fails is repeated.
 *
 * @param process the running process
 * @param said receives `ended`, `started`, or the message of a start that failed
 * @returns a function that stops this. It resolves when no start is under way
 */
export function keepRunning(
  process: Restartable,
  said: (event: string) => void,
): () => Promise<void> {
  let isStopped = false;
  let stop: () => void = () => undefined;
  const stopped = new Promise<void>((resolve) => (stop = resolve));

  async function restart(): Promise<void> {
    await Promise.race([sleep(pause), stopped]);
    if (isStopped) return;
    await process.start().then(
      () => said('started'),
      (error: unknown) => {
        said(String(error).split('\n', 1)[0] ?? '');
        return restart();
      },
    );
  }

  async function watch(): Promise<void> {
    while (!isStopped) {
      await Promise.race([process.ended(), stopped]);
      if (isStopped) return;
      said('ended');
      await restart();
    }
  }

  const watching = watch();
  return async () => {
    isStopped = true;
    stop();
    await watching;
  };
}
