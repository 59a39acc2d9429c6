import { expect, test } from 'vitest';
import { inOrder, moved } from './moved.ts';

test('moves an item to another position and closes the gap', () => {
  expect(moved(['a', 'b', 'c', 'd'], 0, 2)).toEqual(['b', 'c', 'a', 'd']);
  expect(moved(['a', 'b', 'c', 'd'], 3, 0)).toEqual(['d', 'a', 'b', 'c']);
  expect(moved(['a', 'b'], 1, 1)).toEqual(['a', 'b']);
});

test('does not move an item beyond either end', () => {
  for (const [from, to] of [
    [0, -1],
    [1, 2],
    [-1, 0],
    [2, 0],
  ] as const) {
    expect(moved(['a', 'b'], from, to)).toEqual(['a', 'b']);
  }
  expect(moved([], 0, 0)).toEqual([]);
});

test('sorts items by an order, and keeps items that it does not contain last, in their previous order', () => {
  const items = ['a', 'x', 'b', 'y'].map((id) => ({ id }));
  expect(inOrder(items, ['b', 'gone', 'a']).map(({ id }) => id)).toEqual(['b', 'a', 'x', 'y']);
});
