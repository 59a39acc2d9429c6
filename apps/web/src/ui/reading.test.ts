import { expect, test } from 'vitest';
import { readingTime, wordsSaid } from './reading.ts';

test('how long a text takes to read is said in minutes, and in hours where it is a book', () => {
  expect([0, 100, 238, 2_380, 14_280, 100_000].map(readingTime)).toEqual([
    'under 1 min read',
    'under 1 min read',
    '1 min to read',
    '10 min to read',
    '1 h to read',
    '7 h to read',
  ]);
  expect([0, 1, 1_234].map(wordsSaid)).toEqual(['0 words', '1 word', '1,234 words']);
});
