/**
 * Long computation in steps: it yields after a bounded amount of work, so that other work can be
 * done in between, and returns its result at the end.
 */
export type Steps<T> = Generator<undefined, T, undefined>;

/**
 * Maximum amount of work of one step, where a byte that is read counts as 1 and a part of an update
 * as {@link workPerPart}. It takes some milliseconds.
 */
export const workPerStep = 131_072;

/** See {@link workPerStep}. */
export const workPerPart = 16;

/** Does all steps at once and returns the result. */
export function finish<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}
