import { killPoints, startSingleProduct, type InjectedFault } from '../ledger/single-product.ts';
import { goals } from '../goals.ts';
import { createTally, playAtRandom } from './rounds.ts';
import { say, seedFrom, type Scenario } from './scenario.ts';

/** Kills of the product, its database or both, and second starts, at random moments and points. */
export const kills: Scenario = {
  about: 'kills the product, its database or both at random, or starts a second product',
  rounds: 1_000,
  async run(options) {
    const tally = createTally();
    await playAtRandom(tally, options, {
      perRun: 50,
      start: () => startSingleProduct(),
      fault: anyFault,
    });
    return tally.finish(goals.recovery);
  },
};

function anyFault(random: () => number): InjectedFault {
  const kinds = ['app', 'database', 'both', 'second'] as const;
  const drawn = Math.floor(random() * (kinds.length + killPoints.length));
  const kind = kinds[drawn];
  return kind === undefined
    ? {
        kind: 'point',
        point: killPoints[drawn - kinds.length] ?? 'before-commit',
        time: 1 + Math.floor(random() * 30),
      }
    : { kind };
}

/** Number of words that each writer types in a round of `points`: each document is compacted. */
const words = 24;
/** Number of times of a point that a product is tried with. */
const timesPerRun = 5;

/** Kills of the product at each named point. */
export const points: Scenario = {
  about: 'kills the product at every named point for n = 1, 2, 3 … until a point is not reached',
  rounds: 1_000,
  async run({ rounds, random }) {
    const tally = createTally();
    let left = killPoints;
    for (let first = 1; left.length > 0 && tally.done() < rounds; first += timesPerRun) {
      const last = first + timesPerRun - 1;
      const faults = range(first, last).flatMap((time) =>
        left.map((point): InjectedFault => ({ kind: 'point', point, time })),
      );
      const played = await tally.run(await startSingleProduct(words), faults, seedFrom(random));
      left = played.flatMap(({ fault, reached }) =>
        fault.kind === 'point' && fault.time === last && reached ? [fault.point] : [],
      );
    }
    for (let time = 1, isLeft = true; isLeft && tally.done() < rounds; time += 1) {
      const faults = [{ kind: 'replay', time } as const];
      const played = await tally.run(await startSingleProduct(), faults, seedFrom(random));
      isLeft = played.some(({ reached }) => reached);
    }
    if (left.length > 0) say(`points that were still reached: ${left.join(', ')}`);
    // The n-th time of a point may be long after the writers began.
    return tally.finish(null) && left.length === 0;
  },
};

const range = (first: number, last: number): number[] =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i);
