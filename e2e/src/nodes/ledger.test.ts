import fc from 'fast-check';
import { test } from 'vitest';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { nodeFaults, startClusterSubject } from './cluster-subject.ts';

test(
  `${nodeFaults.length} faults of nodes and of their database lose no text that was typed, seen or acknowledged`,
  async () =>
    expectNoLossIn(await startClusterSubject(), nodeFaults, fc.readConfigureGlobal().seed ?? 1),
  900_000,
);
