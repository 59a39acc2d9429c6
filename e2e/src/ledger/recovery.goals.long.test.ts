import fc from 'fast-check';
import { expect, test } from 'vitest';
import { goals } from '../goals.ts';
import { expectNoLoss } from './expect-no-loss.ts';
import { percentile } from './percentile.ts';
import { killPoints, type InjectedFault } from './single-product.ts';

/** Each kind of kill, several times: the 95th percentile is that of the third slowest recovery. */
const faults = Array.from({ length: 5 }, (_, turn): InjectedFault[] => [
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'database' },
  ...killPoints.map((point): InjectedFault => ({ kind: 'point', point, time: 1 + turn })),
]).flat();

test(`after ${faults.length} kills, the first word is saved within ${goals.recovery} ms, 95th percentile`, async () => {
  const { rounds } = await expectNoLoss(faults, fc.readConfigureGlobal().seed ?? 1);
  const recoveries = rounds.map(({ recovery }) => recovery);
  expect(percentile(recoveries, 0.95)).toBeLessThanOrEqual(goals.recovery);
}, 1_500_000);
