import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';
import { AlreadyRunning } from './embedded-error.ts';
import { stopPostmaster, type Postmaster } from './postmaster.ts';
import { signal } from './processes.ts';

/** A server that is restarted when it ends unexpectedly. */
export type Supervised = {
  /** Stops the server for good. */
  stop(): Promise<void>;
};

const firstWaitMs = 50;
const longestWaitMs = 5_000;

/**
 * Restarts a server with exponential backoff when it ends. Calls `lost` if it cannot be started
 * because another process runs it. If this process exits without stopping the server, for example
 * after a time limit, it tells the server to stop.
 */
export function supervise(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  log: Logger,
  lost: () => void,
): Supervised {
  let wanted = true;
  let current: Postmaster | null = first;
  let restarting: Promise<void> = Promise.resolve();

  async function startAgain(): Promise<void> {
    for (let wait = firstWaitMs; wanted; wait = Math.min(wait * 2, longestWaitMs)) {
      try {
        current = await start();
        log.warn('The database is running again');
        return watch(current);
      } catch (error) {
        if (error instanceof AlreadyRunning) return lost();
        log.error({ err: error }, 'The database could not be restarted; trying again');
      }
      await sleep(wait);
    }
  }

  function watch(postmaster: Postmaster): void {
    void postmaster.exited.then(() => {
      current = null;
      if (!wanted) return;
      log.error('The database exited unexpectedly; restarting it');
      restarting = startAgain();
    });
  }

  const stopAtExit = (): void => {
    if (current !== null) signal(current.pid, 'SIGINT');
  };

  watch(first);
  process.on('exit', stopAtExit);
  return {
    async stop() {
      wanted = false;
      await restarting;
      if (current !== null) await stopPostmaster(current.pid, log);
      process.off('exit', stopAtExit);
    },
  };
}
