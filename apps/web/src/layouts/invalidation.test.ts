import { expect, test } from 'vitest';
import { activityTypes, eventNames, type EventName, type ServerEvent } from '@longhand/contract';
import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { keys } from '../api/keys.ts';
import { queriesFor, rowChangeOf } from './invalidation.ts';

const shown: Readonly<Record<string, QueryKey>> = {
  'the document': keys.document('d'),
  'another document': keys.document('e'),
  'its comments': keys.comments('d'),
  'its versions': keys.versions('d'),
  'a list of documents': keys.drafts,
  'its project': keys.project('p'),
  'another project': keys.project('q'),
  collaborators: keys.collaborators('p'),
  activity: keys.projectActivity('p'),
  inbox: keys.unreadNotifications,
};

/** Returns the names of the queries that an event invalidates. */
function invalidatedBy(name: EventName, data: object): string[] {
  const store = new QueryClient();
  for (const key of Object.values(shown)) store.setQueryData(key, 'data');
  for (const queryKey of queriesFor({ name, data } as ServerEvent))
    void store.invalidateQueries({ queryKey });
  return Object.entries(shown)
    .filter(([, key]) => store.getQueryState(key)?.isInvalidated)
    .map(([said]) => said);
}

const about = { documentId: 'd', projectId: 'p', actorId: 'ada' };

test('a comment invalidates neither its document nor any list of documents', () => {
  expect(invalidatedBy('activity', { type: 'comment.created', ...about })).toEqual([
    'activity',
    'inbox',
  ]);
});

/** Returns the fields that an activity changes in one row of lists, as the page of `userId`. */
const fieldsOf = (type: string, userId = 'ben') =>
  rowChangeOf({ name: 'activity', data: { type, ...about } } as ServerEvent, userId)?.fields;

test('a change of one row of lists invalidates that document and no list', () => {
  const shared = ['the document', 'its versions', 'activity', 'inbox'];
  expect(invalidatedBy('activity', { type: 'document.renamed', ...about })).toEqual(shared);
  expect(invalidatedBy('activity', { type: 'review.answered', ...about })).toEqual(shared);
  expect(fieldsOf('document.renamed')).toEqual(['title', 'updatedAt']);
  expect(fieldsOf('document.renamed', 'ada')).toEqual(['title', 'updatedAt', 'visit']);
  expect(fieldsOf('review.answered')).toEqual([]);
});

test('a changed status also invalidates the projects, which count finished documents', () => {
  const invalidated = invalidatedBy('activity', { type: 'document.status_changed', ...about });
  expect(invalidated).toContain('its project');
  expect(invalidated).not.toContain('a list of documents');
});

test('a change of the lists that contain a document invalidates all of them', () => {
  for (const type of activityTypes.filter((each) => each.startsWith('document.'))) {
    const isOfList = invalidatedBy('activity', { type, ...about }).includes('a list of documents');
    expect(isOfList, type).toBe(fieldsOf(type) === undefined);
  }
  expect(fieldsOf('document.archived')).toBeUndefined();
  expect(invalidatedBy('activity', { type: 'document.archived', ...about })).toEqual([
    'the document',
    'its versions',
    'a list of documents',
    'its project',
    'another project',
    'activity',
    'inbox',
  ]);
  for (const type of ['document.moved', 'document.handed_over'])
    expect(invalidatedBy('activity', { type, ...about })).toContain('collaborators');
});

test.each(['member.removed', 'project.renamed', 'a type of a later version'])(
  'an activity of type %s invalidates all documents and projects',
  (type) => {
    const missing = Object.keys(shown).filter(
      (name) => !invalidatedBy('activity', { type, ...about }).includes(name),
    );
    expect(missing).toEqual(['its comments']);
  },
);

test('every type of activity invalidates the activity queries', () => {
  for (const type of activityTypes)
    expect(invalidatedBy('activity', { type, ...about }), type).toContain('activity');
});

test('a stream that may have missed events invalidates everything', () => {
  expect(invalidatedBy('hello', { missed: true })).toEqual(Object.keys(shown));
  expect(invalidatedBy('hello', { missed: false })).toEqual([]);
});

test('every event except alive and thread invalidates queries, and only hello invalidates everything', () => {
  for (const name of eventNames) {
    const data = { type: 'member.added', missed: true, ...about };
    const queries = queriesFor({ name, data } as unknown as ServerEvent);
    if (name !== 'alive' && name !== 'thread') expect(queries.length, name).toBeGreaterThan(0);
    expect(queries.some((key) => key.length === 0)).toBe(name === 'hello');
  }
});
