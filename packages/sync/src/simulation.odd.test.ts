import { describe, expect, test } from 'vitest';
import { simulate } from './simulation.ts';

/** The odd seeds; see `simulation.test.ts`. */
const seeds = 1_000;

describe('the simulation', () => {
  test(`holds [SIM1] to [SIM7] for ${seeds} seeds with edits of all kinds`, async () => {
    let stored = 0;
    let faults = 0;
    let forged = 0;
    let decided = 0;
    for (let seed = 1; seed < seeds * 2; seed += 2) {
      const report = await simulate(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      stored += report.stored;
      faults += report.faults;
      forged += report.forged;
      decided += report.decided;
    }
    expect(stored).toBeGreaterThan(seeds * 10);
    expect(faults).toBeGreaterThan(seeds * 10);
    expect(forged).toBeGreaterThan(seeds * 2);
    expect(decided).toBeGreaterThan(seeds / 5);
  }, 300_000);

  // Seeds that once failed, and what they found.
  test.each([
    [51_235, 'a page that waits for its next try is not quiet'],
    [201_928, 'a state that continues from what the page never got is no reason to go on from it'],
    [1_075, 'deletions that only integration makes are in no update'],
  ])('seed %i: %s', async (seed) => {
    await simulate(seed);
  });
});
