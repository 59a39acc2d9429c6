import fc from 'fast-check';
import { test } from 'vitest';
import type { Fault } from './ledger.ts';
import { loseNothing } from './lose-nothing.ts';

/**
 * A kill between the commit and its acknowledgement, and one of the app and its database at once.
 * `ledger.long.test.ts` has 25 faults and every named point.
 */
const faults: readonly Fault[] = [
  { kind: 'point', point: 'before-ack', time: 1 },
  { kind: 'both' },
  { kind: 'database' },
];

test(
  `${faults.length} kills lose no text that was typed, seen or acknowledged`,
  () => loseNothing(faults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);
