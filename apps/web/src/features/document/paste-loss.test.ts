import { jsonOfHtml, losses } from '@longhand/document';
import { afterEach, expect, test } from 'vitest';
import { readTranslations } from '../../../vite/languages.ts';
import { i18n } from '../../language/language.ts';
import { pasteLoss } from './paste-loss.ts';

afterEach(() => i18n.activate('en'));

test.each(['de', 'fr'])('each sentence about pasted content is translated: %s', async (locale) => {
  const translations = await readTranslations(locale);
  const messages = Object.fromEntries(translations.map(({ id, text }) => [id, text]));
  i18n.loadAndActivate({ locale, messages });
  const same = Object.values(losses).filter((sentence) => pasteLoss(sentence) === sentence);
  expect(same).toEqual([]);
});

test('the sentences are those that the readers give', () => {
  const lost = new Set<string>();
  jsonOfHtml('<p><mark>a</mark><svg></svg></p><video></video>', lost);
  expect([...lost].map(pasteLoss).toSorted()).toEqual([
    'Drawings were left out.',
    'Films were left out.',
    'Highlights were left out.',
  ]);
  expect(pasteLoss('A sentence of another version.')).toBe('A sentence of another version.');
});
