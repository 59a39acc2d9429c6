import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds; `simulation.long.test.ts` has 2,000. */
const seeds = 100;

test(
  `[SIM1] to [SIM18] hold in simulations of ${seeds} seeds with tokens`,
  () => expectStormsToHold(seeds, 'tokens'),
  300_000,
);
