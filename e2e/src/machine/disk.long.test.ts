import fc from 'fast-check';
import { test } from 'vitest';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { findUnsupportedReason } from '../power/disk.ts';
import { diskFaults, startOnSmallDisk } from './machine-subject.ts';

const machineLacks = await findUnsupportedReason();
if (machineLacks !== null)
  console.warn(
    `NOT TRIED: a full disk. This machine has no file system in a file: ${machineLacks}`,
  );

test.skipIf(machineLacks !== null)(
  'while the disk is full no word is promised, and none that was typed, seen or acknowledged is lost',
  async () =>
    void (await expectNoLossIn(
      await startOnSmallDisk(),
      diskFaults,
      fc.readConfigureGlobal().seed ?? 1,
    )),
  300_000,
);
