import fc from 'fast-check';
import { test } from 'vitest';
import { findRedis } from '@longhand/driver';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { startCommandSubject, type CommandFault } from './command-subject.ts';

if (findRedis() === null)
  console.warn('NOT TRIED: a kill of the Redis of npm run cluster, which is missing.');

/** `npm run soak -- cluster` has every fault. */
const faults: readonly CommandFault[] = [
  'two-nodes',
  ...(findRedis() === null ? [] : (['redis'] as const)),
  'all',
];

test(
  `${faults.length} kills of processes of npm run cluster -- 3, which starts them again, lose no text that was typed, seen or acknowledged`,
  async () =>
    expectNoLossIn(await startCommandSubject(), faults, fc.readConfigureGlobal().seed ?? 1),
  300_000,
);
