import { expect, test } from 'vitest';
import { activityTypes } from './activity-data.ts';
import { notificationKinds, type Notification } from './notification.ts';
import { notificationPath, notificationSentence } from './notification-sentence.ts';
import { valuesOf } from './sentence.testing.ts';

const told = (given: Partial<Notification>): Notification => ({
  id: '1',
  kind: 'watched',
  type: 'document.edited',
  actor: { id: 'a', username: 'ada', name: 'Ada', avatarColor: '#000000' },
  projectId: 'p',
  documentId: 'd',
  data: { title: 'A letter' },
  times: 1,
  createdAt: '2026-11-20T00:00:00.000Z',
  readAt: null,
  hidden: false,
  ...given,
});

test('a notification links to its thread, review, document or project', () => {
  expect(notificationPath(told({}))).toBe('/documents/d');
  expect(notificationPath(told({ kind: 'mention', data: { threadId: 't' } }))).toBe(
    '/documents/d?comment=t',
  );
  expect(
    notificationPath(told({ kind: 'review', type: 'review.asked', data: { reviewId: 'r' } })),
  ).toBe('/documents/d?review');
  const invited = told({ kind: 'invitation', documentId: null, data: { projectName: 'Letters' } });
  expect(notificationPath(invited)).toBe('/projects/p');
  expect(notificationSentence(invited)).toMatchObject({
    id: 'project.shared',
    values: { actor: { name: 'Ada' }, project: { name: 'Letters', to: '/projects/p' } },
  });
});

test('a notification names neither title nor project of what is hidden', () => {
  const hidden = told({ kind: 'invitation', documentId: null, hidden: true });
  expect(notificationPath(hidden)).toBe('/notifications');
  expect(notificationSentence(hidden)).toMatchObject({
    id: 'document.shared',
    values: { document: { unnamed: 'hidden', to: '/notifications' } },
  });
});

test.each([
  [{ accepted: 1, rejected: 0 }, 'suggestions.accepted'],
  [{ accepted: 3, rejected: 1 }, 'suggestions.accepted_and_rejected'],
  [{ accepted: 0, rejected: 2 }, 'suggestions.rejected'],
  [{ accepted: 'x' }, 'suggestions.decided'],
])('describes decisions about suggestions: %j', (data, id) => {
  const decided = told({ kind: 'decision', type: 'suggestions.decided' });
  const { id: found } = notificationSentence({ ...decided, data: data as Notification['data'] });
  expect(found).toBe(id);
});

test('every notification kind has a sentence for every activity type', () => {
  for (const kind of notificationKinds)
    for (const type of activityTypes) {
      const { id, values } = notificationSentence(told({ kind, type }));
      const names = valuesOf(id);
      expect(Object.keys(values), `${kind} ${type}`).toEqual(expect.arrayContaining(names));
    }
});
