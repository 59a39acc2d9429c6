import type { Logger } from '../platform/log.ts';

/** Creates the periodic maintenance of the queue. Failures are logged. */
export function createMaintenance(log: Logger) {
  const timers: NodeJS.Timeout[] = [];
  const running = new Set<Promise<unknown>>();
  return {
    /** Runs work now and every `ms` milliseconds. */
    repeat(work: () => Promise<unknown>, ms: number): void {
      const run = () => {
        const one: Promise<unknown> = work()
          .catch((error: unknown) =>
            log.warn({ err: error }, 'The maintenance of the job queue failed'),
          )
          .finally(() => running.delete(one));
        running.add(one);
      };
      timers.push(setInterval(run, ms).unref());
      run();
    },
    /** Stops repeating. Returns the work that is still running. */
    stop(): Promise<unknown>[] {
      for (const timer of timers.splice(0)) clearInterval(timer);
      return [...running];
    },
  };
}
