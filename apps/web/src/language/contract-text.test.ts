import { messageOfIssue, newCollaborator, wrongField } from '@longhand/contract';
import { afterEach, expect, test } from 'vitest';
import { contractMessages } from '../../vite/contract-texts.ts';
import { readTranslations } from '../../vite/languages.ts';
import { fieldText, refusalSentence, statusText } from './contract-text.ts';
import { i18n } from './language.ts';

afterEach(() => i18n.activate('en'));

async function activate(language: string): Promise<void> {
  const translations = await readTranslations(language);
  const messages = Object.fromEntries(translations.map(({ id, text }) => [id, text]));
  i18n.loadAndActivate({ locale: language, messages });
}

const refusal = { code: 'not_allowed', detail: 'Not here.' } as const;

test('translates refusals by their code, and the names of statuses', async () => {
  expect(refusalSentence(refusal)).toBe('Not here.');
  await activate('de');
  expect(refusalSentence(refusal)).toMatch(/^Deine Rolle erlaubt das nicht\./);
  expect(statusText('in_review', 'In review')).toBe('In Prüfung');
});

test('shows the sentence of the server if there is no translation', async () => {
  i18n.loadAndActivate({ locale: 'fr', messages: {} });
  expect(refusalSentence(refusal)).toBe('Not here.');
});

test('has a German translation of each refusal and status', async () => {
  const translated = new Set((await readTranslations('de')).map(({ id }) => id));
  expect([...contractMessages().keys()].filter((id) => !translated.has(id))).toEqual([]);
});

test('translates messages of fields with their names and numbers, from a schema and a problem', async () => {
  const invalid = newCollaborator.safeParse({ usernameOrEmail: '', role: 'editor' });
  const [issue] = invalid.error?.issues ?? [];
  if (issue === undefined) throw new Error('The schema accepts an empty name');
  const wrong = wrongField('title', 'too_long', { what: 'Title', max: 1_000 });
  expect(fieldText(messageOfIssue(issue))).toBe('Username or email is required');
  expect(fieldText(wrong)).toBe('Title may have at most 1,000 characters');
  await activate('de');
  expect(fieldText(messageOfIssue(issue))).toBe('Benutzername oder E-Mail-Adresse fehlt');
  expect(fieldText(wrong)).toMatch(/^Titel darf höchstens 1.000 Zeichen haben$/);
  expect(fieldText({ message: 'Unknown words' })).toBe('Unknown words');
});
