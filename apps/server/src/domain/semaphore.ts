/**
 * Runs a task when it is its turn. Limits the number of running tasks; the others wait in order.
 */
export type Semaphore = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Creates {@link Semaphore} with `places` concurrent tasks. If more than `waitingMax` tasks wait,
 * `overflow` is called, which throws. So excess load is refused and does not fill memory.
 */
export function createSemaphore(options: {
  places: number;
  waitingMax: number;
  overflow: () => never;
}): Semaphore {
  const waiting: (() => void)[] = [];
  let running = 0;

  return async (task) => {
    if (running >= options.places) {
      if (waiting.length >= options.waitingMax) options.overflow();
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else {
      running += 1;
    }
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}
