import { afterEach, expect, test } from 'vitest';
import { sentenceTexts, type Sentence } from '@longhand/contract';
import { readTranslations } from '../../vite/languages.ts';
import { partsOf, plainSentence } from './event-sentences.ts';
import { i18n } from './language.ts';

afterEach(() => i18n.activate('en'));

async function activate(language: string): Promise<void> {
  const translations = await readTranslations(language);
  const messages = Object.fromEntries(translations.map(({ id, text }) => [id, text]));
  i18n.loadAndActivate({ locale: language, messages });
}

const actor = { name: 'Ada' };
const document = { name: 'A <0>{letter}</0>', to: '/documents/d' };

test.each<[string, Sentence]>([
  [
    'Ada moved A <0>{letter}</0> with the 2 documents inside it to Engines',
    {
      id: 'document.moved_to',
      values: { actor, document, inside: 2, project: { name: 'Engines' } },
    },
  ],
  [
    'Ada moved A <0>{letter}</0> to the trash',
    { id: 'document.deleted', values: { actor, document, inside: 0 } },
  ],
  [
    'Ada shared a document with an unknown user, as an editor',
    {
      id: 'member.added',
      values: {
        actor,
        work: { unnamed: 'document' },
        person: { unnamed: 'person' },
        role: 'editor',
      },
    },
  ],
  [
    'Ada accepted 3 of your suggestions and rejected 1 in A <0>{letter}</0>',
    {
      id: 'suggestions.accepted_and_rejected',
      values: { actor, document, accepted: 3, rejected: 1 },
    },
  ],
  [
    'Ada approved A <0>{letter}</0> with changes',
    { id: 'review.answered', values: { actor, document, verdict: 'approved_with_changes' } },
  ],
])('%s', (text, sentence) => expect(plainSentence(sentence)).toBe(text));

test('orders the names as the language of the page does, and keeps their links', async () => {
  const sentence: Sentence = { id: 'document.edited', values: { actor, document } };
  await activate('de');
  expect(partsOf(sentence)).toEqual([
    { text: 'Ada', of: 'actor', to: null },
    ' hat ',
    { text: document.name, of: 'document', to: document.to },
    ' bearbeitet',
  ]);
  await activate('ar');
  expect(partsOf(sentence)[1]).toMatchObject({ of: 'actor' });
});

test.each(['de', 'fr', 'ar'])('formats every sentence in %s with each count', async (language) => {
  await activate(language);
  const name = { name: 'N' };
  const names = {
    actor,
    document,
    person: name,
    project: name,
    work: name,
    group: name,
    from: name,
  };
  for (const id of Object.keys(sentenceTexts) as Sentence['id'][])
    for (const count of [0, 1, 2, 3, 11, 100]) {
      const counts = { inside: count, accepted: count, rejected: count };
      const words = { role: 'viewer', status: 'draft', verdict: 'approved' };
      const said = plainSentence({ id, values: { ...names, ...counts, ...words } });
      expect(said, id).toContain('Ada');
      expect(said, id).not.toContain('\u0000');
      expect(said, id).not.toMatch(/undefined|\{(?!letter)/);
    }
});
