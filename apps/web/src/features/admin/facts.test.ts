import type { AdminOverview } from '@longhand/contract';
import { expect, test } from 'vitest';
import { factsOf, failureOf } from './facts.ts';

const overview: AdminOverview = {
  version: '1.0.0',
  uptimeSeconds: 0,
  people: { total: 4, active: 4, administrators: 1, disabled: 0, demo: 1 },
  projects: { active: 1, archived: 0, deleted: 0 },
  documents: { active: 1, archived: 0, deleted: 0 },
  messages: { total: 0, lastWeek: 0 },
  jobs: { counts: [], waitingSince: null, failures: [] },
  outbox: { queued: 0, sent: 0, failed: 0, kept: 0 },
  files: { store: 'folder', count: 0, bytes: 0 },
  database: { bytes: 0, kept: [] },
  backup: { isScheduled: false, isDue: false, last: null, verifiedAt: null, failure: null },
};

test.each([
  [0, '0 hours'],
  [3_599, '0 hours'],
  [3_600, '1 hour'],
  [7_200, '2 hours'],
])('a server that has run for %d seconds has run for %s', (uptimeSeconds, hours) => {
  const facts = new Map(factsOf({ ...overview, uptimeSeconds }, 0));
  expect(facts.get('Running for')).toBe(`${hours}, version 1.0.0`);
});

test.each([
  [1, '4 (1 administrator, 1 in the demo)'],
  [2, '4 (2 administrators, 1 in the demo)'],
])('the administrators are counted: %d', (administrators, people) => {
  const facts = new Map(
    factsOf({ ...overview, people: { ...overview.people, administrators } }, 0),
  );
  expect(facts.get('People')).toBe(people);
});

test('a database that an upgrade has kept is named with the command that removes it', () => {
  const database = { bytes: 0, kept: ['/data/database/cluster-17'] };
  expect(new Map(factsOf({ ...overview, database }, 0)).get('Kept by an upgrade')).toBe(
    '/data/database/cluster-17, until npm run confirm-upgrade',
  );
});

test.each([
  [1, 'mail.send: timeout, tried 1 time'],
  [3, 'mail.send: timeout, tried 3 times'],
])('a failed job names its number of tries: %d', (tries, text) => {
  expect(
    failureOf({ name: 'mail.send', error: 'timeout', tries, at: '2026-11-26T10:00:00Z' }),
  ).toBe(text);
});

const noon = Date.UTC(2026, 10, 28, 12);
const hourAgo = (hours: number): string => new Date(noon - hours * 3_600_000).toISOString();

test.each<[string, Partial<AdminOverview['backup']>, Record<string, string>]>([
  ['without a schedule', {}, { 'Last backup': 'None; BACKUP_TO is not set' }],
  ['before the first one', { isScheduled: true }, { 'Last backup': 'None yet' }],
  [
    'after one',
    { last: { at: hourAgo(3), bytes: 12_340_000 }, verifiedAt: hourAgo(2) },
    { 'Last backup': '3 hours ago, 12.3 MB', 'Verified backup': '2 hours ago' },
  ],
  [
    'that is overdue',
    { isScheduled: true, isDue: true, verifiedAt: hourAgo(72) },
    { 'Verified backup': '3 days ago; overdue' },
  ],
  [
    'that failed',
    { failure: { at: hourAgo(1), error: 'The disk is full.' } },
    { 'Failed backup': '1 hour ago: The disk is full.' },
  ],
])('the facts tell the state of the backups: %s', (_, backup, expected) => {
  const given = { ...overview, backup: { ...overview.backup, ...backup } };
  expect(Object.fromEntries(factsOf(given, noon))).toMatchObject(expected);
});
