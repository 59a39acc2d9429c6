import fc from 'fast-check';
import { test } from 'vitest';
import { findRedis } from '@longhand/driver';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { nodeFaults, startClusterSubject } from './cluster-subject.ts';

if (findRedis() === null) console.warn('NOT TRIED: the ledger of several nodes needs a Redis.');

test.skipIf(findRedis() === null)(
  `${nodeFaults.length} faults of nodes, of their database and of their Redis lose no text that was typed, seen or acknowledged`,
  async () =>
    expectNoLossIn(await startClusterSubject(), nodeFaults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);
