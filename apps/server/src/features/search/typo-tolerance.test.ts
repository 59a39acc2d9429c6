import { expect, test } from 'vitest';
import { editDistance } from './typo-tolerance.ts';

test.each([
  ['letter', 'letter', 0],
  ['lettr', 'letter', 1],
  ['lettter', 'letter', 1],
  ['lattar', 'letter', 2],
  ['documnet', 'document', 1],
  ['', 'four', 4],
  ['привте', 'привет', 1],
])('the edit distance of %s and %s is %i', (one, other, slips) => {
  expect(editDistance(one, other)).toBe(slips);
  expect(editDistance(other, one)).toBe(slips);
});
