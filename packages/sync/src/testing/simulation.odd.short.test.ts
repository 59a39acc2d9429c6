import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds that run within a minute; `simulation.odd.long.test.ts` has 1,000. */
const seeds = 300;

test(
  `[SIM1] to [SIM7] hold in simulations of ${seeds} seeds with edits of all kinds`,
  () => expectStormsToHold(seeds, 'edits'),
  300_000,
);
