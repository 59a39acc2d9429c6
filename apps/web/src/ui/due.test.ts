import { expect, test } from 'vitest';
import { dueOf, todayOf } from './due.ts';

test('a due date is not late until the end of its day in local time', () => {
  expect(dueOf('2026-12-01', '2026-12-01')).toEqual({ text: 'Due today', isLate: false });
  expect(dueOf('2026-12-01', '2026-12-02')).toEqual({
    text: expect.stringMatching(/^Overdue · (December 1|1 December)$/),
    isLate: true,
  });
  expect(dueOf('2026-12-24', '2026-12-02').isLate).toBe(false);
  expect(todayOf(new Date(2026, 0, 5, 23, 59))).toBe('2026-01-05');
});
