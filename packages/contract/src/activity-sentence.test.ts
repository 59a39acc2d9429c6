import { expect, test } from 'vitest';
import { activityEventOf, type Activity } from './activity.ts';
import { activityData, activityTypes, type ActivityType } from './activity-data.ts';
import { activitySentence, type Names } from './activity-sentence.ts';
import { exampleOf } from './example.ts';
import type { Sentence } from './sentence.ts';
import { valuesOf } from './sentence.testing.ts';

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
): Sentence {
  const example = exampleOf(activityData[type], 'output') as Record<string, unknown>;
  const event = { type, data: { ...example, ...data } } as Activity;
  const place = { projectId: 'engines', documentId: 'letter' };
  return activitySentence({ ...event, id: 'a', actor, createdAt: '', ...place, ...at }, names);
}

test('every type of activity has a sentence whose values it gives', () => {
  for (const type of activityTypes)
    for (const at of [{}, { projectId: null, documentId: null }] as const) {
      const { id, values } = told(type, {}, at);
      expect(Object.keys(values), type).toEqual(expect.arrayContaining(valuesOf(id)));
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
  const letter = { name: 'A letter', to: '/documents/letter' };
  const ada = { name: 'Ada Lovelace' };
  expect(told('document.edited', { title: 'A letter' })).toEqual({
    id: 'document.edited',
    values: { actor: ada, document: letter },
  });
  expect(told('document.renamed', { from: '', title: 'A letter' })).toEqual({
    id: 'document.renamed_from',
    values: { actor: ada, from: { unnamed: 'title' }, document: letter },
  });
  expect(told('document.deleted', { title: 'A letter', inside: 1 }).values['inside']).toBe(1);
  expect(
    told('project.created', { name: 'Engines' }, { documentId: null }).values['project'],
  ).toEqual({ name: 'Engines', to: '/projects/engines' });
});

test.each([
  [{ from: null, to: 'engines' }, 'document.moved_to'],
  [{ from: 'engines', to: 'engines' }, 'document.moved_within'],
  [{ from: 'other', to: 'other' }, 'document.moved'],
  [{ from: 'engines', to: null }, 'document.moved_to_drafts'],
  [{ from: null, to: null }, 'document.moved'],
])('names the destination of a moved document: %j', (data, id) =>
  expect(told('document.moved', data).id).toBe(id),
);

test('sentences name known users, and name a shared document instead of its project', () => {
  const added = { userId: 'ben', role: 'editor' };
  expect(told('member.added', added, { documentId: null }).values).toMatchObject({
    work: { name: 'Notes on engines', to: '/projects/engines' },
    person: { name: 'Ben Okri' },
    role: 'editor',
  });
  expect(told('member.added', { ...added, title: '' }).values['work']).toEqual({
    unnamed: 'document',
    to: '/documents/letter',
  });
  expect(told('member.removed', { userId: 'who' }, { documentId: null }).values['person']).toEqual({
    unnamed: 'person',
  });
  expect(told('member.removed', { userId: 'ada' }, { documentId: null }).id).toBe('member.left');
});
