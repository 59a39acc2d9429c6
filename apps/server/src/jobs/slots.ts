/** Places in which jobs of one queue are done, so many at once. */
export interface Slots {
  /** Looks whether there is work, and goes on until there is none. */
  wake(): void;
  /** Takes no more work; resolves when what is being done is done. */
  close(): Promise<void>;
}

/**
 * Makes {@link Slots}. At rest one look is one query: only where a job was found, the next place looks as well. `take` answers
 * undefined where there is no work; neither it nor `perform` may throw.
 */
export function createSlots<Job>(options: {
  places: number;
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
    if (closed || busy.size >= options.places) return;
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
