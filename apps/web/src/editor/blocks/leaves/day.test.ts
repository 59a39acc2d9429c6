import { expect, test } from 'vitest';
import { dayName, today } from './day.ts';

test.each([
  ['2026-11-21', '21 November 2026'],
  ['2024-02-29', '29 February 2024'],
  ['2026-02-30', '2026-02-30'],
  ['', 'A day'],
  ['soon', 'soon'],
])('formats %j as %s', (date, name) => {
  expect(dayName(date, 'en-GB')).toBe(name);
});

test('today is the date in the local time zone', () => {
  expect(today(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
