import { existsSync } from 'node:fs';
import fc from 'fast-check';
import { test } from 'vitest';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import {
  clockFaults,
  findNoClockReason,
  memoryFaults,
  startOffClock,
  startShortOfMemory,
} from './machine-subject.ts';

const seed = fc.readConfigureGlobal().seed ?? 1;

const hasLimits = existsSync('/usr/bin/prlimit');
if (!hasLimits) console.warn('NOT TRIED: ends without memory, which need prlimit of Linux.');
const noClocks = findNoClockReason();
if (noClocks !== null) console.warn(`NOT TRIED: a clock of the server that is off: ${noClocks}`);

test.skipIf(!hasLimits)(
  'an end of the server without memory, and one of its processes for documents, lose no text that was typed, seen or acknowledged',
  async () => void (await expectNoLossIn(await startShortOfMemory(), memoryFaults, seed)),
  300_000,
);

test.skipIf(noClocks !== null)(
  'a clock of the server that changes by an hour loses no text that was typed, seen or acknowledged',
  async () => void (await expectNoLossIn(await startOffClock(), clockFaults, seed)),
  300_000,
);
