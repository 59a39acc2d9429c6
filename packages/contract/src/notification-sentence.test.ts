import { expect, test } from 'vitest';
import { activityTypes } from './activity-data.ts';
import { notificationKinds, type Notification } from './notification.ts';
import { notificationSentence } from './notification-sentence.ts';

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
  expect(notificationSentence(told({})).path).toBe('/documents/d');
  expect(notificationSentence(told({ kind: 'mention', data: { threadId: 't' } }))).toEqual({
    before: 'mentioned you in',
    name: 'Untitled',
    after: '',
    path: '/documents/d?comment=t',
  });
  expect(
    notificationSentence(told({ kind: 'review', type: 'review.asked', data: { reviewId: 'r' } }))
      .path,
  ).toBe('/documents/d?review');
  expect(
    notificationSentence(
      told({ kind: 'invitation', documentId: null, data: { projectName: 'Letters' } }),
    ),
  ).toEqual({
    before: 'shared the project',
    name: 'Letters',
    after: 'with you',
    path: '/projects/p',
  });
});

test('notifications of mentions and of decided suggestions name the document', () => {
  expect(notificationSentence(told({ kind: 'mention', type: 'document.mentioned' }))).toEqual({
    before: 'mentioned you in',
    name: 'A letter',
    after: '',
    path: '/documents/d',
  });
  const data = { title: 'A letter', accepted: 2, rejected: 1, decided: 0 };
  expect(
    notificationSentence(told({ kind: 'decision', type: 'suggestions.decided', data })).before,
  ).toBe('accepted 2 of your suggestions and rejected 1 in');
});

test('every notification kind has a sentence for every activity type', () => {
  for (const kind of notificationKinds)
    for (const type of activityTypes)
      expect(notificationSentence(told({ kind, type })).before).toMatch(/^[a-z]/);
});
