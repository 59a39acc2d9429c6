import { test } from 'vitest';
import { expectServerEditsToHold } from './simulation-runs.ts';

const seeds = 40;

test(
  `the simulation with server edits holds for ${seeds} seeds`,
  () => expectServerEditsToHold(seeds),
  300_000,
);
