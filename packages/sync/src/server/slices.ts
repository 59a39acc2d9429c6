import type { Steps } from '../protocol/steps.ts';

/**
 * A long computation that is done in slices.
 *
 * @property steps its steps
 * @property bytes memory that it holds until it has ended (bytes)
 * @property isWanted called before each step; if false, the computation is abandoned
 * @property done called with the result, not if the computation was abandoned
 * @property failed called with an error of a step or of `done`
 * @property ended called after all of these, also after it was abandoned
 */
export type SlicedWork<T> = {
  readonly steps: Steps<T>;
  readonly bytes: number;
  readonly isWanted: () => boolean;
  readonly done: (result: T) => void;
  readonly failed: (error: unknown) => void;
  readonly ended: () => void;
};

/**
 * Long computations of a process, one step at a time and in turns, so that each delays other work
 * by one step only.
 */
export type Slices = {
  add<T>(work: SlicedWork<T>): void;
  /** Memory that the computations hold (bytes). */
  readonly bytes: number;
  /** Resolves when there is none left. */
  idle(): Promise<void>;
};

/** Calls back once, after other work that is waiting now. */
export type Later = (call: () => void) => void;

/** Creates the {@link Slices} of one process. */
export function createSlices(later: Later): Slices {
  return new DeferredSlices(later);
}

class DeferredSlices implements Slices {
  readonly #later: Later;
  /** Computations in the order of their turns. A call does a step and returns true at the end. */
  readonly #turns: (() => boolean)[] = [];
  #idle: (() => void)[] = [];
  bytes = 0;

  constructor(later: Later) {
    this.#later = later;
  }

  add<T>(work: SlicedWork<T>): void {
    this.bytes += work.bytes;
    this.#turns.push(() => {
      const isOver = step(work);
      if (isOver) {
        this.bytes -= work.bytes;
        work.ended();
      }
      return isOver;
    });
    if (this.#turns.length === 1) this.#later(() => this.#turn());
  }

  idle(): Promise<void> {
    if (this.#turns.length === 0) return Promise.resolve();
    return new Promise((resolve) => this.#idle.push(resolve));
  }

  #turn(): void {
    const turn = this.#turns[0];
    if (turn === undefined) return;
    const isOver = turn();
    this.#turns.shift();
    if (!isOver) this.#turns.push(turn);
    if (this.#turns.length > 0) this.#later(() => this.#turn());
    else for (const resolve of this.#idle.splice(0)) resolve();
  }
}

/** Does one step of a computation. Returns true if it has ended. */
function step<T>({ steps, isWanted, done, failed }: SlicedWork<T>): boolean {
  try {
    if (!isWanted()) return true;
    const next = steps.next();
    if (next.done === true) done(next.value);
    return next.done === true;
  } catch (error) {
    failed(error);
    return true;
  }
}
