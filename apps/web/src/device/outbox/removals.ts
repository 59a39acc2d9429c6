type Removal = {
  readonly keys: readonly number[];
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
};

/**
 * Removals of acknowledged updates that wait for the next addition: each transaction of the device
 * costs a sync to its disk, and half a millisecond of the page.
 */
export type Removals = {
  /** Resolves when the records with these keys are removed. */
  remove(keys: readonly number[]): Promise<void>;
  /**
   * Runs a transaction that also removes the records with the given keys. If it fails, they wait
   * for the next one.
   */
  runWith<T>(transaction: (keys: readonly number[]) => Promise<T>): Promise<T>;
};

/**
 * Creates the waiting removals of one outbox. Without an addition, they are carried out after
 * `delay` ms, or when the page is left.
 *
 * @param removeNow removes records in a transaction of its own
 */
export function createRemovals(
  removeNow: (keys: readonly number[]) => Promise<void>,
  delay: number,
): Removals {
  let waiting: Removal[] = [];
  let timer: ReturnType<typeof setTimeout> | null = null;

  function wait(): void {
    if (timer !== null || waiting.length === 0) return;
    timer = setTimeout(flush, delay);
    addEventListener('pagehide', flush);
  }

  function take(): Removal[] {
    if (timer !== null) clearTimeout(timer);
    timer = null;
    removeEventListener('pagehide', flush);
    const taken = waiting;
    waiting = [];
    return taken;
  }

  function flush(): void {
    const taken = take();
    removeNow(keysOf(taken)).then(
      () => taken.forEach(({ resolve }) => resolve()),
      (error: unknown) => taken.forEach(({ reject }) => reject(error)),
    );
  }

  return {
    remove: (keys) =>
      new Promise((resolve, reject) => {
        waiting.push({ keys, resolve, reject });
        wait();
      }),
    async runWith(transaction) {
      const taken = take();
      try {
        const result = await transaction(keysOf(taken));
        for (const { resolve } of taken) resolve();
        return result;
      } catch (error) {
        waiting.unshift(...taken);
        wait();
        throw error;
      }
    },
  };
}

const keysOf = (removals: readonly Removal[]): number[] => removals.flatMap(({ keys }) => keys);
