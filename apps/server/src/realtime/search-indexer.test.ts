import { expect, test } from 'vitest';
import { restAfter } from './search-indexer.ts';

test('search rests the longer the more documents wait, and takes a twentieth of one thread where very many do', () => {
  expect(restAfter(10, 0)).toBe(30);
  expect(restAfter(10, 100)).toBe(70);
  expect(restAfter(10, 10_000)).toBe(200);
  expect(restAfter(0, 0)).toBe(5);
});
