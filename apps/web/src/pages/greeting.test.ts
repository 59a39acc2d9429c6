import { expect, test } from 'vitest';
import { greeting } from './greeting.ts';

test.each([
  [4, 'Good evening, Ada'],
  [5, 'Good morning, Ada'],
  [12, 'Good afternoon, Ada'],
  [18, 'Good evening, Ada'],
])('at hour %i the greeting is %j', (hour, words) => {
  expect(greeting(' Ada Lovelace', hour)).toBe(words);
});
