import { plural, t } from '@lingui/core/macro';
import { afterEach, expect, test } from 'vitest';
import { displayTitle } from './display-title.ts';
import { i18n } from './language.ts';
import { parseAnswer, shownName } from './person-names.ts';
import { readTranslations } from '../../vite/languages.ts';

afterEach(() => i18n.activate('en'));

async function activate(language: string): Promise<void> {
  const translations = await readTranslations(language);
  const messages = Object.fromEntries(translations.map(({ id, text }) => [id, text]));
  i18n.loadAndActivate({ locale: language, messages });
}

const copy = (title: string): string => t`Working copy: ${{ title }}`;

test('isolates values in the other direction than the language', async () => {
  expect(copy('Plan')).toBe('Working copy: Plan');
  expect(copy('خطة!')).toBe('Working copy: \u2068خطة!\u2069');
  await activate('ar');
  expect(copy('Plan')).toContain('\u2068Plan\u2069');
  expect(copy('خطة!')).not.toContain('\u2068');
});

test('isolates an English text without a translation on a page from right to left', () => {
  const texts = (): string[] => [
    copy('Plan'),
    t`Share`,
    plural(2, { one: '# page', other: '# pages' }),
  ];
  i18n.loadAndActivate({ locale: 'he', messages: {} });
  expect(texts()).toEqual([
    '\u2066Working copy: \u2068Plan\u2069\u2069',
    'Share',
    '\u20662 pages\u2069',
  ]);
  i18n.loadAndActivate({ locale: 'fr', messages: {} });
  expect(texts()).toEqual(['Working copy: Plan', 'Share', '2 pages']);
});

test('names deleted users, guests and blank titles in the language of the page', async () => {
  const body = JSON.stringify({
    items: [
      { author: { username: 'deleted-1', name: 'A former member' }, name: 'A former member' },
      { author: { username: '', name: '(guest) Eve' } },
    ],
  });
  expect(parseAnswer(body)).toEqual(JSON.parse(body));
  await activate('de');
  expect(parseAnswer(body)).toEqual({
    items: [
      {
        author: { username: 'deleted-1', name: 'Ein ehemaliges Mitglied' },
        name: 'A former member',
      },
      { author: { username: '', name: '(Gast) Eve' } },
    ],
  });
  expect(shownName('(guest) Eve')).toBe('(Gast) Eve');
  expect([displayTitle(' '), displayTitle('Plan')]).toEqual(['Ohne Titel', 'Plan']);
});
