/**
 * Runs a user's task when it is their turn. `gone`: aborted when the caller no longer waits; the
 * task then leaves the queue.
 */
export type FairSemaphore = <Result>(
  person: string,
  task: () => Promise<Result>,
  gone?: AbortSignal | null,
) => Promise<Result>;

/**
 * Limits of running tasks (total, per user) and of waiting tasks (total, per user). `overflow`
 * throws the error for a task beyond the limits.
 */
export type FairSemaphoreOptions = {
  readonly places: number;
  readonly placesOfOne: number;
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  readonly overflow: () => never;
};

type Waiting = { readonly begin: () => void };

/** Tasks of one user: the number running, and the waiting ones in order. */
type Line = { running: number; readonly waiting: Set<Waiting> };

/**
 * Creates {@link FairSemaphore}: users with waiting tasks take turns, independent of the number of
 * their tasks. No user has more than `placesOfOne` running tasks.
 */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  /** Users with a task, in the order of their turns. */
  const lines = new Map<string, Line>();
  let running = 0;
  let waiting = 0;

  function lineOf(person: string): Line {
    const line = lines.get(person) ?? { running: 0, waiting: new Set() };
    lines.set(person, line);
    return line;
  }

  function forget(person: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(person);
  }

  function beginNext(): void {
    for (const [person, line] of lines) {
      if (running >= options.places) return;
      const [next] = line.waiting;
      if (next === undefined || line.running >= options.placesOfOne) continue;
      line.waiting.delete(next);
      waiting -= 1;
      // Move this user to the end, so that other users come first.
      lines.delete(person);
      lines.set(person, line);
      take(line);
      next.begin();
    }
  }

  function take(line: Line): void {
    running += 1;
    line.running += 1;
  }

  async function wait(person: string, line: Line, gone: AbortSignal | null): Promise<void> {
    if (waiting >= options.waitingMax || line.waiting.size >= options.waitingOfOneMax)
      options.overflow();
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const place: Waiting = { begin: resolve };
    const leave = (): void => {
      if (!line.waiting.delete(place)) return;
      waiting -= 1;
      forget(person, line);
      reject(gone?.reason);
    };
    gone?.addEventListener('abort', leave, { once: true });
    line.waiting.add(place);
    waiting += 1;
    try {
      await promise;
    } finally {
      gone?.removeEventListener('abort', leave);
    }
  }

  return async (person, task, gone = null) => {
    gone?.throwIfAborted();
    const line = lineOf(person);
    if (running < options.places && line.running < options.placesOfOne) take(line);
    else await wait(person, line, gone);
    try {
      return await task();
    } finally {
      running -= 1;
      line.running -= 1;
      forget(person, line);
      beginNext();
    }
  };
}
