import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds that run within a minute; `simulation.long.test.ts` has 1,000. */
const seeds = 300;

test(
  `[SIM1] to [SIM6] hold in simulations of ${seeds} seeds with tokens`,
  () => expectStormsToHold(seeds, 'tokens'),
  300_000,
);
