import fc from 'fast-check';
import { test } from 'vitest';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { databaseFaults, startDatabaseSubject } from './database-subject.ts';

/** Duration of a lock or of an interruption (ms). `npm run soak -- database` has 30 s. */
const lasts = 2_000;

test(
  `${databaseFaults.length} faults of an external database promise no word meanwhile, and lose none that was typed, seen or acknowledged`,
  async () =>
    expectNoLossIn(
      await startDatabaseSubject(lasts),
      databaseFaults,
      fc.readConfigureGlobal().seed ?? 1,
    ),
  300_000,
);
