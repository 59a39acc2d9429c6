import { expect, test } from 'vitest';
import { renamedIn } from './renamed-in.ts';

test('a new title stands in cached lists at once; other lists and other shapes stay the same objects', () => {
  const list = {
    pages: [
      {
        items: [
          { id: 'a', title: '' },
          { id: 'b', title: 'B' },
        ],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  };
  expect(renamedIn(list, { id: 'a', title: 'The lighthouse' })).toEqual({
    pages: [
      {
        items: [
          { id: 'a', title: 'The lighthouse' },
          { id: 'b', title: 'B' },
        ],
        nextCursor: null,
      },
    ],
    pageParams: [null],
  });
  for (const other of [
    list,
    undefined,
    null,
    { items: [] },
    { pages: [{ items: [null, 'a', { id: 'a' }] }] },
  ])
    expect(renamedIn(other, { id: 'c', title: 'C' })).toBe(other);
});
