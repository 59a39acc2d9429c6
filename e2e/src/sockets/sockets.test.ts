import fc from 'fast-check';
import { test } from 'vitest';
import { seededRandom } from '@longhand/sync/testing/simulation';
import { expectNoLossIn } from '../ledger/expect-no-loss.ts';
import { damages } from './relay.ts';
import { startSocketsSubject } from './sockets-subject.ts';

test(`${damages.length} kinds of damage to the connections of users lose no text that was typed, seen or acknowledged`, async () => {
  const seed = fc.readConfigureGlobal().seed ?? 1;
  await expectNoLossIn(await startSocketsSubject(2_000, seededRandom(seed)), damages, seed);
}, 300_000);
