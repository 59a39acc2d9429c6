import { describe, expect, test } from 'vitest';
import { simulate } from './simulation.ts';

/** Two files share the seeds between two processes; see `simulation.odd.test.ts`. */
const seeds = 1_000;

describe('the simulation', () => {
  test(`holds [SIM1] to [SIM6] for ${seeds} seeds with tokens`, async () => {
    let stored = 0;
    let faults = 0;
    let forged = 0;
    for (let seed = 0; seed < seeds * 2; seed += 2) {
      const report = await simulate(seed).catch((error: unknown) => {
        throw new Error(`seed ${seed}`, { cause: error });
      });
      stored += report.stored;
      faults += report.faults;
      forged += report.forged;
    }
    expect(stored).toBeGreaterThan(seeds * 10);
    expect(faults).toBeGreaterThan(seeds * 10);
    expect(forged).toBeGreaterThan(seeds * 2);
  }, 300_000);
});
