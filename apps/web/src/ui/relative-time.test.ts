import { expect, test } from 'vitest';
import { ago } from './relative-time.tsx';

const minute = 60_000;
const day = 24 * 60 * minute;

test.each([
  [0, 'just now'],
  [-5_000, 'just now'],
  [59_000, 'just now'],
  [minute, '1 minute ago'],
  [59 * minute, '59 minutes ago'],
  [60 * minute, '1 hour ago'],
  [day, 'yesterday'],
  [8 * day, 'last week'],
  [400 * day, 'last year'],
])('formats a time %i ms ago as %j', (before, words) => {
  expect(ago(1_000_000_000_000 - before, 1_000_000_000_000)).toBe(words);
});
