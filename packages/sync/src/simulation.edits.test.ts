import { expect, test } from 'vitest';
import { simulate } from './simulation.ts';

const seeds = 250;

test(`the simulation holds for ${seeds} seeds in which the server writes too`, async () => {
  let stored = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const report = await simulate(seed, 220, true).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
    stored += report.stored;
  }
  expect(stored).toBeGreaterThan(seeds * 10);
}, 300_000);
