import {
  InfiniteQueryObserver,
  type InfiniteData,
  type QueryClient,
  type QueryKey,
} from '@tanstack/react-query';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { createRefresh, join, refreshWhole, type Pages } from './refresh.ts';

/**
 * Creates a list of rows named by letters, with one page per word. The last page ends the list
 * unless `more` is set.
 */
function pagesOf(words: string, more = false): Pages {
  const pages = words.split(' ').map((word, n, all) => ({
    items: [...word].map((id) => ({ id })),
    nextCursor: n === all.length - 1 && !more ? null : `after ${word}`,
  }));
  return {
    pages,
    pageParams: pages.map((_, n) => (n === 0 ? null : (pages[n - 1]?.nextCursor ?? null))),
  };
}

const said = ({ pages }: Pages): string =>
  pages.map(({ items }) => items.map(({ id }) => id).join('')).join(' ');

test.each([
  ['no changes', 'abc def', 'abc def ghi jkl', 'abc def ghi jkl'],
  ['a new row at the top', 'nab cde', 'abc def ghi jkl', 'nab cde f ghi jkl'],
  ['a row that moved from far below to the top', 'kab cde', 'abc def ghi jkl', 'kab cde f ghi jl'],
  ['a row removed near the top', 'acd efg', 'abc def ghi jkl', 'acd efg hi jkl'],
  ['only new rows', 'nop qrs', 'abc def ghi', 'nop qrs abc def ghi'],
  ['a new row at the end of the refetched pages', 'abc den', 'abc def ghi', 'abc den f ghi'],
])('joins refetched pages with the loaded list: %s', (_what, fresh, before, after) => {
  expect(said(join(pagesOf(fresh, true), pagesOf(before)))).toBe(after);
});

test('drops the remaining old pages if the refetched pages now contain the whole list', () => {
  expect(said(join(pagesOf('abc de'), pagesOf('abc def ghi')))).toBe('abc de');
});

test('the joined list continues at the cursor of its previous last page', () => {
  expect(
    join(pagesOf('nab cde', true), pagesOf('abc def ghi', true)).pages.at(-1)?.nextCursor,
  ).toBe('after ghi');
  expect(join(pagesOf('abc def', true), pagesOf('fed cba', true)).pages.at(-1)?.nextCursor).toBe(
    'after cba',
  );
});

/**
 * Observes a fully loaded list of `count` numbered rows, ten per page. Returns the pages requested
 * from then on.
 */
async function showLong(count: number) {
  const rows = Array.from({ length: count }, (_, n) => ({ id: `row ${n}` }));
  const asked: number[] = [];
  const store = createQueryClient();
  const observer = new InfiniteQueryObserver(store, {
    queryKey: ['documents', 'all'],
    queryFn: async ({ pageParam }) => {
      const from = pageParam === null ? 0 : Number(pageParam);
      asked.push(from / 10);
      return {
        items: rows.slice(from, from + 10),
        nextCursor: from + 10 < rows.length ? String(from + 10) : null,
      };
    },
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const stop = observer.subscribe(() => undefined);
  onTestFinished(() => {
    stop();
    store.clear();
  });
  const shown = () =>
    (
      observer.getCurrentResult().data as InfiniteData<Pages['pages'][number]> | undefined
    )?.pages.flatMap(({ items }) => items.map(({ id }) => id));
  await vi.waitFor(() => expect(observer.getCurrentResult().isFetching).toBe(false));
  while (observer.getCurrentResult().hasNextPage) await observer.fetchNextPage();
  asked.length = 0;
  return { rows, asked, store, observer, shown };
}

test('refetches two pages of a long list after each change, and the whole list once, 30 s later', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const { rows, asked, store, shown } = await showLong(200);
  const refresh = createRefresh(store);
  rows.unshift({ id: 'new' });
  rows.splice(150, 1);
  refresh(['documents']);
  await expect.poll(() => shown()?.slice(0, 3)).toEqual(['new', 'row 0', 'row 1']);
  expect(asked).toEqual([0, 1]);
  expect(shown()).toHaveLength(201);
  refresh(['documents']);
  await expect.poll(() => asked).toEqual([0, 1, 0, 1]);
  await vi.advanceTimersByTimeAsync(29_000);
  expect(asked).toHaveLength(4);
  await vi.advanceTimersByTimeAsync(1_500);
  await expect.poll(shown).toEqual(rows.map(({ id }) => id));
  expect(asked).toHaveLength(4 + 20);
  refresh(['documents']);
  await expect.poll(() => asked.length).toBe(24 + 2);
  await vi.advanceTimersByTimeAsync(30_500);
  await expect.poll(() => asked.length).toBe(26 + 20);
});

test('refetches all pages of a short list, and no lists under other query keys', async () => {
  const short = await showLong(20);
  createRefresh(short.store)(['documents']);
  await expect.poll(() => short.asked).toEqual([0, 1]);
  const other = await showLong(50);
  const refresh = createRefresh(other.store);
  refresh(['projects']);
  // A wrong request would precede these.
  refresh(['documents']);
  await expect.poll(() => other.asked).toEqual([0, 1]);
  expect(other.asked).toEqual([0, 1]);
});

test.each([
  ['a refresh', (store: QueryClient) => createRefresh(store)],
  ['a whole refresh', (store: QueryClient) => (key: QueryKey) => refreshWhole(store, key)],
])(
  '%s lets a page that is being loaded arrive before it refetches the list',
  async (_, createRefetch) => {
    const store = createQueryClient();
    const refetch = createRefetch(store);
    let version = 1;
    const arrivals: (() => void)[] = [];
    const observer = new InfiniteQueryObserver(store, {
      queryKey: ['people'],
      queryFn: async ({ pageParam, signal }) => {
        const name = `${version}${pageParam === null ? 'a' : 'b'}`;
        await new Promise<void>((resolve, reject) => {
          arrivals.push(resolve);
          signal.addEventListener('abort', () => reject(new Error('cancelled')));
        });
        return { items: [{ id: name }], nextCursor: pageParam === null ? 'next' : null };
      },
      initialPageParam: null as string | null,
      getNextPageParam: ({ nextCursor }) => nextCursor,
    });
    onTestFinished(observer.subscribe(() => undefined));
    const rows = (): string | undefined =>
      observer.getCurrentResult().data && said(observer.getCurrentResult().data as Pages);
    const arrive = async (count: number): Promise<void> => {
      await vi.waitFor(() => expect(arrivals).toHaveLength(count));
      for (const each of arrivals.splice(0)) each();
    };
    await arrive(1);
    await vi.waitFor(() => expect(rows()).toBe('1a'));
    void observer.fetchNextPage();
    await vi.waitFor(() => expect(arrivals).toHaveLength(1));
    version = 2;
    refetch(['people']);
    await arrive(1);
    await vi.waitFor(() => expect(rows()).toBe('1a 1b'));
    await arrive(1);
    await arrive(1);
    await vi.waitFor(() => expect(rows()).toBe('2a 2b'));
  },
);
