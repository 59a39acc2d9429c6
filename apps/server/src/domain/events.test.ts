import { expect, test } from 'vitest';
import { readEvent, type Event } from './events.ts';

const id = '01936f3e-0000-7000-8000-000000000001';

test('an event is read as it was published, with its recipients', () => {
  const events: Event[] = [
    { name: 'metrics', to: { administrators: true }, data: {} },
    { name: 'account', to: { userIds: [id], exceptSessionId: id }, data: { kind: 'signed_out' } },
    { name: 'thread', to: { projectId: null, documentId: id }, data: thread(null) },
    { name: 'thread', to: { sessionId: id }, data: thread(3) },
  ];
  for (const event of events) expect(readEvent(JSON.stringify(event))).toEqual(event);
});

test.each<[string, string, string]>([
  ['no JSON', 'metrics', 'is not valid JSON'],
  ['an unknown name', JSON.stringify({ name: 'other', to: { everyone: true }, data: {} }), 'name'],
  [
    'data of another event',
    JSON.stringify({ name: 'job', to: { everyone: true }, data: {} }),
    'jobId',
  ],
  ['no recipients', JSON.stringify({ name: 'metrics', data: {} }), 'to'],
  ['unknown recipients', JSON.stringify({ name: 'metrics', to: { others: true }, data: {} }), 'to'],
  [
    'two kinds',
    JSON.stringify({ name: 'inbox', to: { everyone: true, userIds: [] }, data: {} }),
    'to',
  ],
])('a notification with %s is refused', (_, payload, message) => {
  expect(() => readEvent(payload)).toThrow(message);
});

function thread(version: number | null) {
  return { documentId: id, threadId: id, version };
}
