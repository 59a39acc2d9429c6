import { expect, test } from 'vitest';
import { activityEventOf, type Activity } from './activity.ts';
import { activityData, activityTypes, type ActivityType } from './activity-data.ts';
import { activitySentence, activityWords, type Names } from './activity-sentence.ts';
import { exampleOf } from './example.ts';

const names: Names = {
  person: (id) => (id === 'ben' ? 'Ben Okri' : null),
  project: (id) => (id === 'engines' ? 'Notes on engines' : null),
};

const actor = { id: 'ada', username: 'ada', name: 'Ada Lovelace', avatarColor: '#000000' };

/** Returns the sentence of an activity; `data` completes an example of its type. */
function told(
  type: ActivityType,
  data: Record<string, unknown> = {},
  at: { projectId?: null; documentId?: null } = {},
): string {
  const example = exampleOf(activityData[type], 'output') as Record<string, unknown>;
  const event = { type, data: { ...example, ...data } } as Activity;
  const place = { projectId: 'engines', documentId: 'letter' };
  const activity: Activity = { ...event, id: 'a', actor, createdAt: '', ...place, ...at };
  return activitySentence(activity, names)
    .map((part) => (typeof part === 'string' ? part : `[${part.text}](${part.to})`))
    .join('');
}

test('every type of activity has a sentence, also for a deleted document and project', () => {
  for (const type of activityTypes)
    for (const at of [{}, { projectId: null, documentId: null }] as const) {
      const sentence = told(type, {}, at);
      expect(sentence, type).toMatch(/^[a-z].+\S$/);
      expect(sentence, type).not.toMatch(/undefined|null|\[object/);
    }
});

test('validates the data of an activity by its type', () => {
  for (const type of activityTypes) {
    const data = exampleOf(activityData[type], 'output');
    expect(activityEventOf(type, data)).toEqual({ type, data });
  }
  expect(() => activityEventOf('document.renamed', { title: 'A letter' })).toThrow('from');
});

test('sentences name and link their document or project', () => {
  expect(told('document.edited', { title: 'A letter' })).toBe(
    'edited [A letter](/documents/letter)',
  );
  expect(told('document.renamed', { from: '', title: 'A letter' })).toBe(
    'renamed “Untitled” to [A letter](/documents/letter)',
  );
  expect(told('document.status_changed', { title: 'A', to: 'in_review' })).toBe(
    'set [A](/documents/letter) to in review',
  );
  expect(told('document.moved', { title: 'A', from: null, to: 'engines', inside: 0 })).toBe(
    'moved [A](/documents/letter) to Notes on engines',
  );
  const within = { title: 'A', from: 'engines', to: 'engines', inside: 2 };
  expect(told('document.moved', within)).toBe(
    'moved [A](/documents/letter) with the 2 documents inside it within Notes on engines',
  );
  expect(told('document.deleted', { title: 'A', inside: 1 })).toBe(
    'moved [A](/documents/letter) with the document inside it to the trash',
  );
  expect(told('document.moved', { title: 'A', to: null, inside: 0 })).toBe(
    'moved [A](/documents/letter) to personal drafts',
  );
  expect(told('project.created', { name: 'Engines' }, { documentId: null })).toBe(
    'created the project [Engines](/projects/engines)',
  );
});

test('sentences name known users, and name a shared document instead of its project', () => {
  const added = { userId: 'ben', role: 'editor' };
  expect(told('member.added', added, { documentId: null })).toBe(
    'shared [Notes on engines](/projects/engines) with Ben Okri, as an editor',
  );
  expect(told('member.added', { ...added, title: '', role: 'viewer' })).toBe(
    'shared [a document](/documents/letter) with Ben Okri, as a viewer',
  );
  expect(told('member.removed', { userId: 'who' }, { documentId: null })).toBe(
    'removed an unknown user from [Notes on engines](/projects/engines)',
  );
  expect(told('member.removed', { userId: 'ada' }, { documentId: null })).toBe(
    'left [Notes on engines](/projects/engines)',
  );
});

test('counts added and removed words, and returns null when there are none', () => {
  const counted = (wordsAdded: number, wordsRemoved: number): string | null => {
    const data = { title: '', from: '', to: '', wordsAdded, wordsRemoved };
    const place = { projectId: null, documentId: null, createdAt: '' };
    return activityWords({ id: 'a', actor, type: 'document.edited', data, ...place });
  };
  expect(counted(1_200, 4)).toBe('+1,200 −4 words');
  expect(counted(1, 0)).toBe('+1 word');
  expect(counted(0, 0)).toBeNull();
});
