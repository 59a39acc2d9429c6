import { expect, test } from 'vitest';
import { daysShown, shadeOf } from './calendar.tsx';

test('the calendar begins with a whole week and ends today', () => {
  // A Saturday: the sixth day of a week that begins on Monday, the last of one that begins on
  // Sunday.
  const saturday = new Date(2026, 10, 21);
  expect(daysShown(saturday, 1)).toBe(25 * 7 + 6);
  expect(daysShown(saturday, 7)).toBe(25 * 7 + 7);
  expect(daysShown(saturday, 6)).toBe(25 * 7 + 1);
});

test('shades a day with at least one word, and the day with the most words darkest', () => {
  expect([0, 1, 250, 251, 750, 1000].map((words) => shadeOf(words, 1000))).toEqual([
    0, 1, 1, 2, 3, 4,
  ]);
});
