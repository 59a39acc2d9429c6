import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds that run within a minute; `simulation.long.test.ts` has 1,000. */
const seeds = 300;

test(
  `holds [SIM1] to [SIM6] for ${seeds} seeds with tokens`,
  () => expectStormsToHold(seeds, 'tokens'),
  300_000,
);
