import { expect, test } from 'vitest';
import { shownName, translationsOf, isolated } from './translations.ts';

test('mails name deleted users and guests in their language', async () => {
  const german = await translationsOf('de');
  expect(shownName(german, 'A former member')).toBe('Ein ehemaliges Mitglied');
  expect(shownName(german, '(guest) Eve')).toBe('(Gast) Eve');
  expect(shownName(german, 'Ada')).toBe('Ada');
  expect(shownName(await translationsOf('en'), '(guest) Eve')).toBe('(guest) Eve');
});

test('names in the other direction than a mail are isolated', async () => {
  expect(isolated(await translationsOf('en'), 'دوريس')).toBe('\u2068دوريس\u2069');
  expect(isolated(await translationsOf('ar'), 'دوريس')).toBe('دوريس');
  expect(isolated(await translationsOf('ar'), 'Ada')).toBe('\u2068Ada\u2069');
});
