import { InfiniteQueryObserver, type QueryKey } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import type { ListRule } from '../api/document-rows.ts';
import { keys } from '../api/keys.ts';
import { createQueryClient } from '../api/query-client.ts';
import { createTestCaller, problem } from '../api/testing.ts';
import { createRowRefresh } from './refresh-rows.ts';

/**
 * Shows lists of the documents `a` to `j`, and a function that refreshes their rows. The server
 * answers with a document that has a new title, or refuses it.
 *
 * @param lists the shown lists by key, with their rules
 */
async function show({
  lists,
  status = 200,
}: {
  lists: readonly (readonly [QueryKey, ListRule])[];
  status?: number;
}) {
  const { call, seen } = await createTestCaller(({ url }, response) => {
    const id = url.pathname.split('/').at(-1);
    const answer = JSON.stringify({ id, title: `new ${id}`, updatedAt: '' });
    response.writeHead(status).end(status === 200 ? answer : problem(status, 'Not found'));
  });
  const store = createQueryClient();
  const items = [...'abcdefghij'].map((id) => ({ id, title: id, updatedAt: '' }));
  const stops = lists.map(([queryKey, rule]) => {
    store.setQueryData(queryKey, { pages: [{ items, nextCursor: null }], pageParams: [null] });
    return new InfiniteQueryObserver(store, {
      queryKey,
      queryFn: async () => ({ items, nextCursor: null as string | null }),
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
      meta: { rule },
    }).subscribe(() => undefined);
  });
  onTestFinished(() => {
    for (const stop of stops) stop();
    store.clear();
  });
  const refreshed: QueryKey[] = [];
  const refresh = (queryKey: QueryKey) => void refreshed.push(queryKey);
  const titleIn = (queryKey: QueryKey, id: string) =>
    store
      .getQueryData<{ pages: { items: typeof items }[] }>(queryKey)
      ?.pages[0]?.items.find((row) => row.id === id)?.title;
  return {
    refreshRows: createRowRefresh({ store, call, refresh }),
    titleIn,
    refreshed,
    asked: () => seen.map(({ url }) => url.pathname),
  };
}

const byTitle = keys.documentsLike({ sort: 'title' });
const lists = [
  [keys.projectDocuments('p'), { dependsOn: [] }],
  [keys.recentDocuments, { dependsOn: ['visit'] }],
  [byTitle, { dependsOn: ['title'] }],
] as const;

test('a changed document is fetched once for all lists, and lists in another order as a whole', async () => {
  const { refreshRows, titleIn, refreshed, asked } = await show({ lists });
  refreshRows([
    { documentId: 'a', fields: ['title', 'updatedAt'] },
    { documentId: 'a', fields: ['tags'] },
  ]);
  await expect.poll(() => titleIn(keys.projectDocuments('p'), 'a')).toBe('new a');
  expect(titleIn(keys.recentDocuments, 'a')).toBe('new a');
  expect(titleIn(keys.recentDocuments, 'b')).toBe('b');
  expect(asked()).toEqual(['/api/v1/documents/a']);
  expect(refreshed).toEqual([byTitle]);
});

test('a document that no list contains is not fetched', async () => {
  const { refreshRows, refreshed, asked } = await show({ lists });
  refreshRows([{ documentId: 'z', fields: ['tags'] }]);
  expect(asked()).toEqual([]);
  expect(refreshed).toEqual([]);
});

test('after changes of more than five documents, the lists are fetched instead', async () => {
  const { refreshRows, refreshed, asked } = await show({ lists });
  refreshRows([...'abcdef'].map((documentId) => ({ documentId, fields: [] })));
  expect(asked()).toEqual([]);
  expect(refreshed).toEqual([keys.documents]);
});

test('a document that may no longer be read is fetched with the lists', async () => {
  const { refreshRows, refreshed } = await show({ lists, status: 404 });
  refreshRows([{ documentId: 'a', fields: ['tags'] }]);
  await expect.poll(() => refreshed).toEqual([keys.documents]);
});
