import { activityTypes, notificationKinds, type Notification } from '@longhand/contract';
import { expect, test } from 'vitest';
import { toldOf } from './told.ts';

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

test('a notification leads to the thread, the review, the document or the project that it is about', () => {
  expect(toldOf(told({})).to).toBe('/documents/d');
  expect(toldOf(told({ kind: 'mention', data: { threadId: 't' } }))).toEqual({
    did: 'mentioned you in',
    name: 'Untitled',
    to: '/documents/d?comment=t',
  });
  expect(toldOf(told({ kind: 'review', type: 'review.asked', data: { reviewId: 'r' } })).to).toBe(
    '/documents/d?review',
  );
  expect(
    toldOf(told({ kind: 'invitation', documentId: null, data: { projectName: 'Letters' } })),
  ).toEqual({
    did: 'shared with you',
    name: 'Letters',
    to: '/projects/p',
  });
});

test('who is named in a text, and whose suggestions are decided, reads where', () => {
  expect(toldOf(told({ kind: 'mention', type: 'document.mentioned' }))).toEqual({
    did: 'mentioned you in',
    name: 'A letter',
    to: '/documents/d',
  });
  const data = { title: 'A letter', accepted: 2, rejected: 1, decided: 0 };
  expect(toldOf(told({ kind: 'decision', type: 'suggestions.decided', data })).did).toBe(
    'accepted 2 of your suggestions and rejected 1 in',
  );
});

test('every kind of every type has its words', () => {
  for (const kind of notificationKinds)
    for (const type of activityTypes) expect(toldOf(told({ kind, type })).did).toMatch(/^[a-z]/);
});
