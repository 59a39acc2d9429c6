import { expect, test } from 'vitest';
import { activityTypes, type Activity, type ActivityType } from '@longhand/contract';
import { sentenceOf, wordsOf, type Names } from './sentence.ts';

const names: Names = {
  person: (id) => (id === 'ben' ? 'Ben Okri' : null),
  project: (id) => (id === 'engines' ? 'Notes on engines' : null),
};

function told(
  type: ActivityType,
  data: Record<string, unknown> = {},
  at: Partial<Activity> = {},
): string {
  const actor = { id: 'ada', username: 'ada', name: 'Ada Lovelace', avatarColor: '#000000' };
  const activity = {
    id: 'a',
    type,
    actor,
    projectId: 'engines',
    documentId: 'letter',
    data,
    createdAt: '',
    ...at,
  };
  return sentenceOf(activity, names)
    .map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.to})`))
    .join('');
}

test('every kind of activity has a sentence, also when nothing is known of it', () => {
  for (const type of activityTypes) {
    const sentence = told(type, {}, { projectId: null, documentId: null });
    expect(sentence, type).toMatch(/^[a-z].+\S$/);
    expect(sentence, type).not.toMatch(/undefined|null|\[object/);
  }
});

test('sentences name what they are about and lead there', () => {
  expect(told('document.edited', { title: 'A letter' })).toBe(
    'edited [A letter](/documents/letter)',
  );
  expect(told('document.renamed', { from: '', title: 'A letter' })).toBe(
    'renamed “Untitled” to [A letter](/documents/letter)',
  );
  expect(told('document.status_changed', { title: 'A', to: 'in_review' })).toBe(
    'set [A](/documents/letter) to in review',
  );
  expect(told('document.moved', { title: 'A', to: 'engines' })).toBe(
    'moved [A](/documents/letter) to Notes on engines',
  );
  expect(told('document.moved', { title: 'A', to: null })).toBe(
    'moved [A](/documents/letter) to personal drafts',
  );
  expect(told('project.created', { name: 'Engines' }, { documentId: null })).toBe(
    'created the project [Engines](/projects/engines)',
  );
});

test('people are named where they are known; a document that is shared is what is shared, not its project', () => {
  const added = { userId: 'ben', role: 'editor' };
  expect(told('member.added', added, { documentId: null })).toBe(
    'shared [Notes on engines](/projects/engines) with Ben Okri, as an editor',
  );
  expect(told('member.added', { ...added, role: 'viewer' })).toBe(
    'shared [a document](/documents/letter) with Ben Okri, as a viewer',
  );
  expect(told('member.removed', { userId: 'who' }, { documentId: null })).toBe(
    'removed an unknown user from [Notes on engines](/projects/engines)',
  );
  expect(told('member.removed', { userId: 'ada' }, { documentId: null })).toBe(
    'left [Notes on engines](/projects/engines)',
  );
});

test('words that came and went are counted, and nothing is said where none did', () => {
  const counted = (data: Record<string, unknown>): string | null => wordsOf({ data } as Activity);
  expect(counted({ wordsAdded: 1_200, wordsRemoved: 4 })).toBe('+1,200 −4 words');
  expect(counted({ wordsAdded: 1, wordsRemoved: 0 })).toBe('+1 word');
  expect(counted({ wordsAdded: 0, wordsRemoved: 0 })).toBeNull();
  expect(counted({ wordsAdded: 'many' })).toBeNull();
});
