import { expect, test } from 'vitest';
import { byDay, dayName } from './days.ts';

const now = new Date(2026, 2, 2, 0, 30);

test('formats a day as Today, Yesterday or its date', () => {
  expect(dayName(new Date(2026, 2, 2, 0, 1), now)).toBe('Today');
  expect(dayName(new Date(2026, 2, 1, 23, 59), now)).toBe('Yesterday');
  expect(dayName(new Date(2026, 1, 27, 12), now)).toBe('Friday, February 27');
  expect(dayName(new Date(2025, 11, 31, 12), now)).toBe('Wednesday, December 31, 2025');
  // A server clock that is ahead of the local clock.
  expect(dayName(new Date(2026, 2, 3), now)).toBe('Today');
});

test('groups items by day and keeps their order', () => {
  const at = (day: number, hour: number) => ({
    createdAt: new Date(2026, 2, day, hour).toISOString(),
  });
  const items = [at(2, 0), at(1, 20), at(1, 8)];
  expect(byDay(items, now)).toEqual([
    { day: 'Today', items: [items[0]] },
    { day: 'Yesterday', items: [items[1], items[2]] },
  ]);
  expect(byDay([], now)).toEqual([]);
});
