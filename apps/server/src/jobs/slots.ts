/** Worker slots of one queue with limited concurrency. */
export interface Slots {
  /** Checks for work and continues until there is none. */
  wake(): void;
  /** Takes no more work. Resolves when running work is done. */
  close(): Promise<void>;
}

/**
 * Creates {@link Slots}. When idle, one check is one query: the next slot checks only after a job
 * was found. `take` returns undefined if there is no work. Neither it nor `perform` may throw.
 */
export function createSlots<Job>(options: {
  concurrency: number;
  take: () => Promise<Job | undefined>;
  perform: (job: Job) => Promise<void>;
}): Slots {
  const busy = new Set<Promise<void>>();
  let closed = false;
  let asked = false;

  async function work(): Promise<void> {
    while (!closed) {
      asked = false;
      const job = await options.take();
      if (job !== undefined) {
        wake();
        await options.perform(job);
      } else if (!asked) {
        return;
      }
    }
  }

  function wake(): void {
    asked = true;
    if (closed || busy.size >= options.concurrency) return;
    const slot = work().finally(() => busy.delete(slot));
    busy.add(slot);
  }

  return {
    wake,
    async close() {
      closed = true;
      await Promise.all(busy);
    },
  };
}
