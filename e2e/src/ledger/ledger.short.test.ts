import fc from 'fast-check';
import { test } from 'vitest';
import type { InjectedFault } from './single-product.ts';
import { expectNoLoss } from './expect-no-loss.ts';

/**
 * A kill between the commit and its acknowledgement, one of the app and its database at once, and
 * one while the journal is replayed; a second start on the data folder. `ledger.long.test.ts` has
 * every named point.
 */
const faults: readonly InjectedFault[] = [
  { kind: 'point', point: 'before-ack', time: 1 },
  { kind: 'both' },
  { kind: 'replay', time: 1 },
  { kind: 'database' },
  { kind: 'second' },
];

test(
  `${faults.length} faults lose no text that was typed, seen or acknowledged`,
  () => expectNoLoss(faults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);
