import { expect, test } from 'vitest';
import { readingTime, wordsSaid } from './reading.ts';

test('formats the reading time in minutes, or in hours for a long text', () => {
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
