import { expect, test } from 'vitest';
import { goals } from '../goals.ts';
import { restartAll } from './rolling.ts';

/** Number of rolling restarts, with three restarts of a node each. */
const rounds = 3;

test(`in ${rounds} rolling restarts of three nodes, Saved is missing for at most ${goals.unsaved} ms`, async () => {
  for (let round = 1; round <= rounds; round += 1) {
    const { lost, failures, longestWaits } = await restartAll(3);
    expect({ lost, failures }).toEqual({ lost: [], failures: [] });
    expect(Math.max(...longestWaits)).toBeLessThanOrEqual(goals.unsaved);
  }
}, 900_000);
