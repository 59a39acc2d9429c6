import { expect, test } from 'vitest';
import { simulate } from './simulation.ts';

const seeds = 250;

test(`the simulation holds for ${seeds} seeds in which the server writes too`, async () => {
  let stored = 0;
  let edited = 0;
  for (let seed = 0; seed < seeds; seed += 1) {
    const report = await simulate(seed, 220, true).catch((error: unknown) => {
      throw new Error(`seed ${seed}`, { cause: error });
    });
    stored += report.stored;
    edited += report.edited;
  }
  expect(stored).toBeGreaterThan(seeds * 10);
  // Of some seventeen that it begins in a seed, those that a kill or a failing disk does not cut short.
  expect(edited).toBeGreaterThan(seeds * 8);
}, 300_000);
