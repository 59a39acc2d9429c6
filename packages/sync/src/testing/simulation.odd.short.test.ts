import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds that run within a minute; `simulation.odd.long.test.ts` has 1,000. */
const seeds = 300;

test(
  `holds [SIM1] to [SIM7] for ${seeds} seeds with edits of all kinds`,
  () => expectStormsToHold(seeds, 'edits'),
  300_000,
);
