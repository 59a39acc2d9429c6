import { test } from 'vitest';
import { expectStormsToHold } from './simulation.testing.ts';

/** Two files share the seeds between two processes. */
const seeds = 1_000;

test(`holds [SIM1] to [SIM7] for ${seeds} seeds with edits of all kinds`, () => expectStormsToHold(seeds, 'edits'), 300_000);
