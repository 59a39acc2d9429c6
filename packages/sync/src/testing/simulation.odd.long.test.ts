import { test } from 'vitest';
import { expectStormsToHold } from './simulation-runs.ts';

/** Number of seeds. Two files share the seeds, so that two processes run them. */
const seeds = 1_000;

test(
  `[SIM1] to [SIM18] hold in simulations of ${seeds} seeds with edits of all kinds`,
  () => expectStormsToHold(seeds, 'edits'),
  600_000,
);
