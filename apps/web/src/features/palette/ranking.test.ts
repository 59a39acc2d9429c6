import { expect, test } from 'vitest';
import { rank, ranked } from './ranking.ts';

test('a name that begins with what was typed stands before one that only has it', () => {
  expect(rank('new', 'New document')).toBeGreaterThan(rank('doc', 'New document'));
  expect(rank('doc', 'New document')).toBeGreaterThan(rank('ocum', 'New document'));
  expect(rank('settings', 'Settings')).toBe(1);
  expect(rank('xyz', 'New document')).toBe(0);
});

test('words in any order, without case and accents, also those it is not called by', () => {
  expect(rank('document NEW', 'New document')).toBeGreaterThan(0);
  expect(rank('resume', 'Résumé')).toBe(1);
  expect(rank('dark', 'Theme: night', 'dark colours')).toBeGreaterThan(0);
  expect(rank('dark side', 'Theme: night', 'dark colours')).toBe(0);
  expect(rank('   ', 'Anything')).toBe(0);
  expect(rank('?', 'Keys', '')).toBe(0);
});

test('keeps the order among equals and no more than asked for', () => {
  const names = ['Go to drafts', 'Go to archives', 'Archives'];
  expect(ranked(names, (name) => rank('go', name), 5).map(({ item }) => item)).toEqual([
    'Go to drafts',
    'Go to archives',
  ]);
  expect(ranked(names, (name) => rank('ar', name), 1).map(({ item }) => item)).toEqual([
    'Archives',
  ]);
});
