import { expect, test } from 'vitest';
import { rank, ranked } from './ranking.ts';

test('ranks a name that begins with the query before a name that only contains it', () => {
  expect(rank('new', 'New document')).toBeGreaterThan(rank('doc', 'New document'));
  expect(rank('doc', 'New document')).toBeGreaterThan(rank('ocum', 'New document'));
  expect(rank('settings', 'Settings')).toBe(1);
  expect(rank('xyz', 'New document')).toBe(0);
});

test('matches words in any order, without case and accents, also words that are not in the name', () => {
  expect(rank('document NEW', 'New document')).toBeGreaterThan(0);
  expect(rank('resume', 'Résumé')).toBe(1);
  expect(rank('dark', 'Theme: night', 'dark colours')).toBeGreaterThan(0);
  expect(rank('dark side', 'Theme: night', 'dark colours')).toBe(0);
  expect(rank('   ', 'Anything')).toBe(0);
  expect(rank('?', 'Keys', '')).toBe(0);
});

test('keeps the order of equal ranks and limits the number of results', () => {
  const names = ['Go to drafts', 'Go to archives', 'Archives'];
  expect(ranked(names, (name) => rank('go', name), 5).map(({ item }) => item)).toEqual([
    'Go to drafts',
    'Go to archives',
  ]);
  expect(ranked(names, (name) => rank('ar', name), 1).map(({ item }) => item)).toEqual([
    'Archives',
  ]);
});
