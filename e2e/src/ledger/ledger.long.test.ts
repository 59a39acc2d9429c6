import fc from 'fast-check';
import { describe, test } from 'vitest';
import { killPoints, type InjectedFault } from './single-product.ts';
import { expectNoLoss } from './expect-no-loss.ts';

/**
 * Every named point, kills of the app at random moments, of the database, and of both. The soak
 * `points` plays each point at later times.
 */
const faults: readonly InjectedFault[] = [
  ...killPoints.flatMap((point, i): InjectedFault[] => [
    { kind: 'point', point, time: 1 },
    { kind: i % 2 === 0 ? 'app' : 'database' },
  ]),
  { kind: 'both' },
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'database' },
  { kind: 'replay', time: 1 },
  { kind: 'replay', time: 1 },
];

/** Printed when a test fails. `SEED=…` repeats the run. */
const seed = fc.readConfigureGlobal().seed ?? 1;

/**
 * Two products run side by side, each with half of the faults, because most of the time is spent
 * waiting for starts.
 */
const [odd, even] = [1, 0].map((rest) => faults.filter((_fault, i) => i % 2 === rest)) as [
  InjectedFault[],
  InjectedFault[],
];

describe.concurrent(
  `${faults.length} kills lose no text that was typed, seen or acknowledged`,
  () => {
    test(
      `${even.length} of the kills, on the first product`,
      () => expectNoLoss(even, seed),
      1_500_000,
    );
    test(
      `${odd.length} of the kills, on the second product`,
      () => expectNoLoss(odd, seed + 1),
      1_500_000,
    );
  },
);
