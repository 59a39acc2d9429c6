import { expect, test } from 'vitest';
import { requireDueDay } from './due-days.ts';

const now = Date.parse('2026-11-23T00:30:00Z');

test.each(['2026-11-22', '2026-11-23', '2027-01-01', null, undefined])(
  'accepts the due date %s',
  (day) => {
    expect(() => requireDueDay(day, now)).not.toThrow();
  },
);

test.each(['2026-11-21', '2025-12-31', '0001-01-01'])('refuses the past due date %s', (day) => {
  expect(() => requireDueDay(day, now)).toThrow(expect.objectContaining({ code: 'invalid' }));
});
