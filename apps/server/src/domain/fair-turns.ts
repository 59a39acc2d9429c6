/** Runs a task of a person, when it is their turn. `gone`: aborted when nobody waits for it any more; it then gives up its place. */
export type FairTurns = <Result>(person: string, task: () => Promise<Result>, gone?: AbortSignal | null) => Promise<Result>;

/** How many tasks run at once in all and of one person, and how many may wait. `overflow` throws what a task beyond that is told. */
export type FairTurnsOptions = {
  readonly places: number;
  readonly placesOfOne: number;
  readonly waitingMax: number;
  readonly waitingOfOneMax: number;
  readonly overflow: () => never;
};

type Waiting = { readonly begin: () => void };

/** The tasks of one person: those that run, and those that wait, in order. */
type Line = { running: number; readonly waiting: Set<Waiting> };

/**
 * Makes {@link FairTurns}: the people who have tasks waiting take turns, whatever the number of their tasks, and nobody holds more than
 * `placesOfOne` places.
 */
export function createFairTurns(options: FairTurnsOptions): FairTurns {
  /** Each person with a task, whose turn is next first. */
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
      // At the end of the line of people: the others come first now.
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
    if (waiting >= options.waitingMax || line.waiting.size >= options.waitingOfOneMax) options.overflow();
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
