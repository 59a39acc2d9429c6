import { expect, test } from 'vitest';
import { daysLeft } from './days-left.ts';

test('describes the remaining time of an invitation in whole days', () => {
  const now = Date.parse('2026-03-01T12:00:00Z');
  expect(daysLeft('2026-03-15T12:00:00Z', now)).toBe('expires in 14 days');
  expect(daysLeft('2026-03-02T11:00:00Z', now)).toBe('expires within a day');
  expect(daysLeft('2026-03-01T11:59:59Z', now)).toBe('expired');
});
