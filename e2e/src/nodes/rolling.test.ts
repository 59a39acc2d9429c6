import { seededRandom } from '@longhand/sync/testing/simulation';
import { expect, test } from 'vitest';
import { restartAll } from './rolling.ts';

test('users notice no error while three nodes are restarted one after the other', async () => {
  const { nodes, words, calls, lost, failures } = await restartAll(3, seededRandom(1));
  expect({ nodes, lost, failures }).toEqual({ nodes: 3, lost: [], failures: [] });
  expect(words).toBeGreaterThan(100);
  expect(calls).toBeGreaterThan(50);
}, 300_000);
