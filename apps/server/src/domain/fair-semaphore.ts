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
  readonly concurrency: number;
  readonly concurrencyPerUser: number;
  readonly waitingMax: number;
  readonly waitingPerUserMax: number;
  readonly overflow: () => never;
};

type Waiting = { readonly begin: () => void };

/** Tasks of one user: the number running, and the waiting ones in order. */
type Line = { running: number; readonly waiting: Set<Waiting> };

/** Creates the waiting tasks of all users, whose number is limited. */
function createWaitingTasks({
  waitingMax,
  waitingPerUserMax,
  overflow,
}: Pick<FairSemaphoreOptions, 'waitingMax' | 'waitingPerUserMax' | 'overflow'>) {
  let count = 0;

  return {
    /** Removes the next waiting task of a user. Returns undefined if there is none. */
    shift(line: Line): Waiting | undefined {
      const [next] = line.waiting;
      if (next !== undefined && line.waiting.delete(next)) count -= 1;
      return next;
    },

    /** Resolves when the task begins. Rejects, after `left` was called, when `gone` is aborted. */
    async wait(line: Line, gone: AbortSignal | null, left: () => void): Promise<void> {
      if (count >= waitingMax || line.waiting.size >= waitingPerUserMax) overflow();
      const { promise, resolve, reject } = Promise.withResolvers<void>();
      const entry: Waiting = { begin: resolve };
      const leave = (): void => {
        if (!line.waiting.delete(entry)) return;
        count -= 1;
        left();
        reject(gone?.reason);
      };
      gone?.addEventListener('abort', leave, { once: true });
      line.waiting.add(entry);
      count += 1;
      try {
        await promise;
      } finally {
        gone?.removeEventListener('abort', leave);
      }
    },
  };
}

/**
 * Creates {@link FairSemaphore}: users with waiting tasks take turns, independent of the number of
 * their tasks. No user has more than `concurrencyPerUser` running tasks.
 */
export function createFairSemaphore(options: FairSemaphoreOptions): FairSemaphore {
  /** Users with a task, in the order of their turns. */
  const lines = new Map<string, Line>();
  const waitingTasks = createWaitingTasks(options);
  let running = 0;

  function lineOf(person: string): Line {
    const line = lines.get(person) ?? { running: 0, waiting: new Set() };
    lines.set(person, line);
    return line;
  }

  function forget(person: string, line: Line): void {
    if (line.running === 0 && line.waiting.size === 0) lines.delete(person);
  }

  function take(line: Line): void {
    running += 1;
    line.running += 1;
  }

  function beginNext(): void {
    for (const [person, line] of lines) {
      if (running >= options.concurrency) return;
      if (line.running >= options.concurrencyPerUser) continue;
      const next = waitingTasks.shift(line);
      if (next === undefined) continue;
      // Move this user to the end, so that other users come first.
      lines.delete(person);
      lines.set(person, line);
      take(line);
      next.begin();
    }
  }

  return async (person, task, gone = null) => {
    gone?.throwIfAborted();
    const line = lineOf(person);
    if (running < options.concurrency && line.running < options.concurrencyPerUser) take(line);
    else await waitingTasks.wait(line, gone, () => forget(person, line));
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
