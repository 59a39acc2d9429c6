import type { Person, Thread } from '@longhand/contract';
import { describe, expect, test } from 'vitest';
import { isListed, neighbour, ownCards, threadAt, type Filter } from './thread-filters.ts';

const [ada, ben] = ['ada', 'ben'].map((id): Person => ({
  id,
  username: id,
  name: id,
  avatarColor: '#291596',
})) as [Person, Person];

function thread(id: string, more: Partial<Thread> = {}): Thread {
  const at = '2026-01-01T00:00:00.000Z';
  const none = {
    version: 1,
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
  return {
    id,
    documentId: 'd',
    threadId: id,
    body: id,
    author: ada,
    createdAt: at,
    replies: [],
    ...none,
    ...more,
  };
}

test('lists a thread on a suggestion separately only if the filter does not show the suggestion', () => {
  const suggestionIds = new Set(['s']);
  const threads = [
    thread('on', { suggestionId: 's' }),
    thread('decided', { suggestionId: 't' }),
    thread('free'),
  ];
  const idsOf = (filter: Filter): string[] =>
    ownCards(threads, filter, 'ada', suggestionIds).map(({ id }) => id);
  expect(idsOf('open')).toEqual(['decided', 'free']);
  expect(idsOf('mine')).toEqual(['decided', 'free', 'on']);
});

describe('listed threads', () => {
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
  ] as const)('match the filter %s for the user %s', (filter, me, expected) => {
    expect(
      [answered, resolved, blank].filter((each) => isListed(each, filter, me)).map(({ id }) => id),
    ).toEqual(expected);
  });
});

test('finds the thread with the shortest passage at the caret', () => {
  const passages = new Map([
    ['wide', { from: 0, to: 50 }],
    ['narrow', { from: 10, to: 15 }],
  ]);
  expect([5, 10, 15, 16, 60].map((pos) => threadAt(passages, pos))).toEqual([
    'wide',
    'narrow',
    'narrow',
    'wide',
    null,
  ]);
});

test('finds the next and the previous passage and wraps around', () => {
  const passages = new Map([
    ['two', { from: 10, to: 15 }],
    ['one', { from: 1, to: 5 }],
  ]);
  expect([0, 1, 10].map((pos) => neighbour(passages, pos, 'next')?.id)).toEqual([
    'one',
    'two',
    'one',
  ]);
  expect([20, 10, 1].map((pos) => neighbour(passages, pos, 'previous')?.id)).toEqual([
    'two',
    'one',
    'two',
  ]);
  expect(neighbour(new Map(), 3, 'next')).toBeNull();
});
