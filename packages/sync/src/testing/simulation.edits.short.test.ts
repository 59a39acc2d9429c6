import { test } from 'vitest';
import { expectServerEditsToHold } from './simulation-runs.ts';

const seeds = 80;

test(
  `the simulation holds for ${seeds} seeds in which the server writes too`,
  () => expectServerEditsToHold(seeds),
  300_000,
);
