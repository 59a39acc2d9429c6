import fc from 'fast-check';
import { expect, test } from 'vitest';
import { killWhileMigrating } from './kills-at-start.ts';

/** Every how many migrations the first start is killed. `npm run soak -- starts` plays all. */
const step = 3;

test('a kill during every third migration leaves a data folder that the next start completes', async () => {
  let kills = 0;
  const first = 1 + ((fc.readConfigureGlobal().seed ?? 0) % step);
  while (await killWhileMigrating(first + kills * step, null)) kills += 1;
  expect(kills).toBeGreaterThan(6);
}, 900_000);
