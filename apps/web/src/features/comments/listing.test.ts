import type { Person, Thread } from '@longhand/contract';
import { describe, expect, test } from 'vitest';
import { inOrder, isListed, neighbour, threadAt } from './listing.ts';

const [ada, ben] = ['ada', 'ben'].map((id): Person => ({ id, username: id, name: id, avatarColor: '#291596' })) as [
  Person,
  Person,
];

function thread(id: string, more: Partial<Thread> = {}): Thread {
  const at = '2026-01-01T00:00:00.000Z';
  const none = {
    parentId: null,
    anchor: null,
    suggestionId: null,
    mentions: [],
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    deletedAt: null,
    assignee: null,
    dueOn: null,
    reactions: [],
  };
  return { id, documentId: 'd', threadId: id, body: id, author: ada, createdAt: at, replies: [], ...none, ...more };
}

test('threads stand in the order of the text, and what has no place in it after, as it was begun', () => {
  const passages = new Map([
    ['a', { from: 9, to: 12 }],
    ['c', { from: 3, to: 20 }],
    ['e', { from: 3, to: 5 }],
  ]);
  expect(
    inOrder(
      ['d', 'a', 'b', 'c', 'e'].map((id) => thread(id)),
      passages,
    ).map(({ id }) => id),
  ).toEqual(['e', 'c', 'a', 'b', 'd']);
});

describe('what is listed', () => {
  const answered = thread('x', { replies: [thread('y', { author: ben, mentions: [ben] })] });
  const resolved = thread('z', { resolvedAt: '2026-01-01T00:00:00.000Z', resolvedBy: ben });
  const blank = thread('b', { author: ben, deletedAt: '2026-01-01T00:00:00.000Z' });
  test.each([
    ['open', 'ada', ['x', 'b']],
    ['resolved', 'ada', ['z']],
    ['mine', 'ada', ['x', 'z']],
    ['mine', 'ben', ['x']],
    ['mentions', 'ada', []],
    ['mentions', 'ben', ['x']],
    ['all', 'ben', ['x', 'z', 'b']],
  ] as const)('%s, for %s', (filter, me, expected) => {
    expect([answered, resolved, blank].filter((each) => isListed(each, filter, me)).map(({ id }) => id)).toEqual(expected);
  });
});

test('the thread at the caret is the one about least', () => {
  const passages = new Map([
    ['wide', { from: 0, to: 50 }],
    ['narrow', { from: 10, to: 15 }],
  ]);
  expect([5, 10, 15, 16, 60].map((pos) => threadAt(passages, pos))).toEqual(['wide', 'narrow', 'narrow', 'wide', null]);
});

test('from passage to passage, and around', () => {
  const passages = new Map([
    ['two', { from: 10, to: 15 }],
    ['one', { from: 1, to: 5 }],
  ]);
  expect([0, 1, 10].map((pos) => neighbour(passages, pos, 'next')?.id)).toEqual(['one', 'two', 'one']);
  expect([20, 10, 1].map((pos) => neighbour(passages, pos, 'previous')?.id)).toEqual(['two', 'one', 'two']);
  expect(neighbour(new Map(), 3, 'next')).toBeNull();
});
