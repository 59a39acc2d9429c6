import fc from 'fast-check';
import { test } from 'vitest';
import type { Fault } from './ledger.ts';
import { loseNothing, points } from './lose-nothing.ts';

/**
 * Every named point once, the app, the database, and both at once. `ledger.long.test.ts` has 25
 * faults.
 */
const faults: readonly Fault[] = [
  ...points.map((point): Fault => ({ kind: 'point', point, time: 1 })),
  { kind: 'app' },
  { kind: 'both' },
  { kind: 'database' },
];

test(
  `${faults.length} kills lose nothing that was seen or said to be saved, and nothing that was typed`,
  () => loseNothing(faults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);
