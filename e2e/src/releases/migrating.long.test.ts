import { expect, test } from 'vitest';
import { killWhileMigrating } from './kills-at-start.ts';

test('a kill during the n-th migration leaves a data folder that the next start completes, for each n', async () => {
  let kills = 0;
  while (await killWhileMigrating(kills + 1, null)) kills += 1;
  expect(kills).toBeGreaterThan(20);
}, 900_000);
