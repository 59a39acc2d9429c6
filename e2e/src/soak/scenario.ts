/** Options of a run. */
export type SoakOptions = {
  readonly rounds: number;
  /** Repeats the random choices. */
  readonly seed: number;
  /** Returns a number in [0, 1), by the seed. */
  readonly random: () => number;
  /** Number of live connections, for scenarios that open many. */
  readonly connections: number;
  /** Number of nodes, for the same scenarios. */
  readonly nodes: number;
};

/**
 * A scenario of `npm run soak`.
 *
 * - `about`: what it does, for the usage text.
 * - `rounds`: default number of rounds.
 * - `run`: runs it, and prints its results. Returns true if all promises and goals were kept.
 */
export type Scenario = {
  readonly about: string;
  readonly rounds: number;
  run(options: SoakOptions): Promise<boolean>;
};

/** Prints a line of a result. */
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Returns a new seed. */
export const seedFrom = (random: () => number): number => Math.floor(random() * 2 ** 31);

/** Returns one of several values. */
export function draw<Value>(
  values: readonly [Value, ...Value[]] | readonly Value[],
  random: () => number,
): Value {
  const value = values[Math.floor(random() * values.length)];
  if (value === undefined) throw new Error('there is nothing to draw from');
  return value;
}
