import { test } from 'vitest';
import { simulate } from './simulation.ts';

// Seeds that failed in the past, with the bugs that they found.
test.each([
  [51_235, 'a page that waits for a retry is not idle'],
  [201_928, 'a state based on updates that the page never received does not advance its cursor'],
  [1_075, 'deletions that happen only during integration are in no update'],
  [1_194_373, 'a compaction deletes no formats that the pages still have'],
])('the simulation holds for seed %i: %s', async (seed) => {
  await simulate(seed, { hasJournal: false });
});

test.each([
  [707_174, 'a compaction stores the entries of its document first, also after a failure'],
])('the simulation with a journal holds for seed %i: %s', async (seed) => {
  await simulate(seed, { hasJournal: true });
});
