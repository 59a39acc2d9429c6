import { test } from 'vitest';
import { expectStormsToHold } from './simulation.testing.ts';

/** Two files share the seeds between two processes. */
const seeds = 1_000;

test(`holds [SIM1] to [SIM6] for ${seeds} seeds with tokens`, () => expectStormsToHold(seeds, 'tokens'), 300_000);
