import { defaultNotificationSettings, type NotificationSettings } from '@longhand/contract';
import { expect, test } from 'vitest';
import { mailDueAt } from './times.ts';

const at = (text: string) => Date.parse(text);
const iso = (due: number | null) => (due === null ? null : new Date(due).toISOString());
const settings = (given: Partial<NotificationSettings>): NotificationSettings => ({
  ...defaultNotificationSettings,
  timeZone: 'Europe/Berlin',
  ...given,
});

test('mail is due at once, once a day at the user’s chosen hour, or never', () => {
  const mail = { ...defaultNotificationSettings.mail, answer: 'never' as const };
  const mine = settings({ mail, dailyAt: 8 });
  expect(iso(mailDueAt(mine, 'mention', at('2026-11-20T10:20:00Z')))).toBe(
    '2026-11-20T10:20:00.000Z',
  );
  expect(mailDueAt(mine, 'answer', at('2026-11-20T10:20:00Z'))).toBeNull();
  // Eight o'clock in Berlin is 07:00 UTC in winter and 06:00 UTC in summer.
  expect(iso(mailDueAt(mine, 'watched', at('2026-11-20T06:59:00Z')))).toBe(
    '2026-11-20T07:00:00.000Z',
  );
  expect(iso(mailDueAt(mine, 'watched', at('2026-11-20T07:00:00Z')))).toBe(
    '2026-11-21T07:00:00.000Z',
  );
  expect(iso(mailDueAt(mine, 'watched', at('2026-07-20T07:00:00Z')))).toBe(
    '2026-07-21T06:00:00.000Z',
  );
});

test('mail is delayed until quiet hours end, also across midnight; an empty range has no effect', () => {
  const night = settings({ quietHours: { from: 22, to: 7 } });
  expect(iso(mailDueAt(night, 'mention', at('2026-11-20T21:30:00Z')))).toBe(
    '2026-11-21T06:00:00.000Z',
  );
  expect(iso(mailDueAt(night, 'mention', at('2026-11-20T03:30:00Z')))).toBe(
    '2026-11-20T06:00:00.000Z',
  );
  expect(iso(mailDueAt(night, 'mention', at('2026-11-20T20:59:00Z')))).toBe(
    '2026-11-20T20:59:00.000Z',
  );
  const noon = settings({ quietHours: { from: 11, to: 13 }, dailyAt: 12 });
  expect(iso(mailDueAt(noon, 'watched', at('2026-11-20T06:00:00Z')))).toBe(
    '2026-11-20T12:00:00.000Z',
  );
  const none = settings({ quietHours: { from: 9, to: 9 } });
  expect(iso(mailDueAt(none, 'mention', at('2026-11-20T08:30:00Z')))).toBe(
    '2026-11-20T08:30:00.000Z',
  );
});

test('an hour skipped by a clock change is due the next day, and time zones with minute offsets work', () => {
  // On 29 March 2026 the time 02:30 does not exist in Berlin.
  const two = settings({ dailyAt: 2 });
  expect(iso(mailDueAt(two, 'watched', at('2026-03-29T00:30:00Z')))).toBe(
    '2026-03-30T00:00:00.000Z',
  );
  const kathmandu = settings({ timeZone: 'Asia/Kathmandu', dailyAt: 6 });
  expect(iso(mailDueAt(kathmandu, 'watched', at('2026-11-20T00:00:00Z')))).toBe(
    '2026-11-20T00:15:00.000Z',
  );
});
