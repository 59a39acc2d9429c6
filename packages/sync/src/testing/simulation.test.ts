import { test } from 'vitest';
import { simulate } from './simulation.ts';

// Seeds that failed in the past, with the bugs that they found.
test.each([
  [51_235, 'a page that waits for its next try is not quiet'],
  [201_928, 'a state that continues from what the page never got is no reason to go on from it'],
  [1_075, 'deletions that only integration makes are in no update'],
])('seed %i: %s', async (seed) => {
  await simulate(seed);
});
