import { expect, test } from 'vitest';
import { rangeOf } from './range-of.ts';

test('a range goes from one to the other in the order of the list, whichever was pressed first', () => {
  const ids = ['a', 'b', 'c', 'd'];
  expect(rangeOf(ids, 'b', 'd')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(ids, 'd', 'b')).toEqual(['b', 'c', 'd']);
  expect(rangeOf(ids, 'c', 'c')).toEqual(['c']);
  expect(rangeOf(ids, null, 'c')).toEqual(['c']);
  expect(rangeOf(ids, 'gone', 'c')).toEqual(['c']);
});
