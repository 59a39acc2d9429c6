import type { Comment, Thread } from '@longhand/contract';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import type { Call } from '../../api/caller.ts';
import { ApiFailure } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { ThreadCache } from './thread-cache.ts';

const ada = { id: 'ada', username: 'ada', name: 'Ada', avatarColor: '#000000' };

function comment(id: string, version: number, more: Partial<Comment> = {}): Comment {
  return {
    id,
    documentId: 'd',
    threadId: id,
    version,
    parentId: null,
    anchor: null,
    suggestionId: null,
    body: id,
    author: ada,
    mentions: [],
    createdAt: '2026-01-01T00:00:00.000Z',
    editedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    assignee: null,
    dueOn: null,
    reactions: [],
    deletedAt: null,
    ...more,
  };
}

const thread = (id: string, version: number, replies: readonly Comment[] = []): Thread => ({
  ...comment(id, version),
  replies: [...replies],
});

/** Opens a cache with two threads. `stored`: the threads on the server, by id. */
function open(stored: Record<string, Thread> = {}) {
  const store = new QueryClient();
  const pages = [{ items: [thread('a', 1), thread('c', 4)], nextCursor: null }];
  store.setQueryData(keys.comments('d'), { pages, pageParams: [null] });
  type Asked = { params: { commentId: string } };
  const call = vi.fn<(name: string, asked: Asked) => Promise<Thread>>(async (_name, { params }) => {
    const found = stored[params.commentId];
    if (found === undefined) throw new ApiFailure(404, '');
    return found;
  });
  const cache = new ThreadCache(store, call as unknown as Call, 'd');
  const list = (): [string, number, string[]][] => {
    const data = store.getQueryData<{ pages: { items: Thread[] }[] }>(keys.comments('d'));
    return (data?.pages ?? []).flatMap(({ items }) =>
      items.map(({ id, version, replies }): [string, number, string[]] => [
        id,
        version,
        replies.map((reply) => `${reply.id}${reply.resolvedAt === null ? '' : ' resolved'}`),
      ]),
    );
  };
  return { store, call, cache, list };
}

test('stores the comment that a call returned without fetching', async () => {
  const { call, cache, list } = open();
  await cache.changing(async () => comment('b', 1));
  expect(list().map(([id]) => id)).toEqual(['a', 'b', 'c']);
  await cache.changing(async () => comment('b2', 2, { threadId: 'b', parentId: 'b' }));
  await cache.changing(async () => comment('b', 3, { resolvedAt: '2026-01-02T00:00:00.000Z' }));
  expect(list()[1]).toEqual(['b', 3, ['b2 resolved']]);
  expect(call).not.toHaveBeenCalled();
});

test('fetches a thread that also has changes by others, and no other thread', async () => {
  const { call, cache, list } = open({ c: thread('c', 6, [comment('c2', 6), comment('c3', 6)]) });
  await cache.changing(async () => comment('c3', 6, { threadId: 'c', parentId: 'c' }));
  expect(list()).toEqual([
    ['a', 1, []],
    ['c', 6, ['c2', 'c3']],
  ]);
  expect(call).toHaveBeenCalledTimes(1);
});

test('fetches a thread once after an event, but not if the event is about a running call', async () => {
  const { call, cache, list } = open({ a: thread('a', 2, [comment('a2', 2)]) });
  await cache.changing(async () => {
    // The announcement arrives before the response.
    cache.follow('c', 5);
    return comment('c', 5);
  });
  cache.follow('c', 5);
  expect(call).not.toHaveBeenCalled();
  cache.follow('a', 2);
  await vi.waitFor(() => expect(list()[0]).toEqual(['a', 2, ['a2']]));
  cache.follow('a', 2);
  expect(call).toHaveBeenCalledTimes(1);
});

test('removes a deleted thread from the list, whether this user or another user deleted it', async () => {
  const { cache, list } = open();
  cache.follow('a', null);
  expect(list().map(([id]) => id)).toEqual(['c']);
  await cache.changing(async () => ({ threadId: 'c' }));
  expect(list()).toEqual([]);
});

test('refetches the list if a comment changes during its fetch, and stores nothing without a list', async () => {
  const { store, call, cache } = open();
  let reads = 0;
  const observer = new QueryObserver(store, {
    queryKey: keys.comments('d'),
    async queryFn() {
      reads += 1;
      await new Promise((resolve) => setTimeout(resolve, 5));
      return { pages: [], pageParams: [] };
    },
  });
  const stop = observer.subscribe(() => undefined);
  await vi.waitFor(() => expect(reads).toBe(1));
  await cache.changing(async () => comment('b', 1));
  await vi.waitFor(() => expect(reads).toBe(2));
  stop();
  store.removeQueries({ queryKey: keys.comments('d') });
  cache.follow('a', 9);
  expect(store.getQueryState(keys.comments('d'))).toBeUndefined();
  expect(call).not.toHaveBeenCalled();
});

test('a new thread is not added before the last page, which contains it, is read', async () => {
  const { store, cache, list } = open();
  const pages = [{ items: [thread('a', 1)], nextCursor: 'a' }];
  store.setQueryData(keys.comments('d'), { pages, pageParams: [null] });
  await cache.changing(async () => comment('b', 1));
  expect(list().map(([id]) => id)).toEqual(['a']);
});

test('a change does not make an outdated list current', async () => {
  const { store, cache } = open();
  await store.invalidateQueries({ queryKey: keys.comments('d') });
  await cache.changing(async () => comment('b', 1));
  expect(store.getQueryState(keys.comments('d'))?.isInvalidated).toBe(true);
});
