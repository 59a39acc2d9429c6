/** Runs a task when it is its turn, so that at most so many run at once; the others wait in order. */
export type Turns = <Result>(task: () => Promise<Result>) => Promise<Result>;

/**
 * Makes {@link Turns} for `places` tasks at once. When more than `waitingMax` wait, the next is not taken: `overflow` is
 * called, which throws, so that a flood is answered and not kept in memory.
 */
export function createTurns(options: { places: number; waitingMax: number; overflow: () => never }): Turns {
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
