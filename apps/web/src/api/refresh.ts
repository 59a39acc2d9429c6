import type { InfiniteData, Query, QueryClient, QueryFunctionContext, QueryKey } from '@tanstack/react-query';
import { calling } from './constants.ts';

type Row = { readonly id: string };
type Page = { readonly items: readonly Row[]; readonly nextCursor: string | null };
/** A list of the server as it is kept: see `useList`. */
export type Pages = InfiniteData<Page, string | null>;

/** Pages of a long list that are read again at once: of most lists, what was changed comes to the top. */
const beginning = 2;

/** A list that somebody looks at, of which more was read than is read again at once, and whose rows can be told apart. */
function longListIn(query: Query): Pages | null {
  const data = query.state.data as Partial<Pages> | undefined;
  if (!Array.isArray(data?.pages) || data.pages.length <= beginning || !query.isActive()) return null;
  return data.pages.every(({ items }) => items.every(({ id }) => typeof id === 'string')) ? (data as Pages) : null;
}

/** A list of which the beginning was read again: what followed where that ends follows still, and nothing stands in it twice. */
export function join(fresh: Pages, before: Pages): Pages {
  const known = new Set(fresh.pages.flatMap(({ items }) => items.map(({ id }) => id)));
  const last = fresh.pages.at(-1);
  if (last?.nextCursor === null) return fresh;
  const rows = before.pages.flatMap(({ items }) => items);
  const end = rows.findLastIndex(({ id }) => known.has(id)) + 1;
  const followed = rows.findIndex(({ id }) => id === last?.items.at(-1)?.id) + 1;
  let left = followed || Math.min(end, known.size);
  const rest = before.pages.flatMap((page, n) => {
    const skipped = Math.min(left, page.items.length);
    left -= skipped;
    // A page that is all in the new beginning goes; the last one stays, which knows where the list goes on.
    if (skipped === page.items.length && n < before.pages.length - 1) return [];
    const items = page.items.slice(skipped).filter(({ id }) => !known.has(id));
    return [{ page: { ...page, items }, pageParam: before.pageParams[n] ?? null }];
  });
  return {
    pages: [...fresh.pages, ...rest.map(({ page }) => page)],
    pageParams: [...fresh.pageParams, ...rest.map(({ pageParam }) => pageParam)],
  };
}

async function readBeginning(store: QueryClient, { queryKey, options }: Query): Promise<Pages> {
  const read = options.queryFn as (context: QueryFunctionContext<QueryKey, string | null>) => Promise<Page>;
  const { signal } = new AbortController();
  const pages: Page[] = [];
  const pageParams: (string | null)[] = [];
  for (let pageParam: string | null = null; pages.length < beginning;) {
    const page: Page = await read({ client: store, queryKey, signal, pageParam, direction: 'forward', meta: options.meta });
    pages.push(page);
    pageParams.push(pageParam);
    if (page.nextCursor === null) break;
    pageParam = page.nextCursor;
  }
  return { pages, pageParams };
}

/** Lists whose rest is to be read again, and when. */
const due = new WeakMap<Query, ReturnType<typeof setTimeout>>();

async function refreshLong(store: QueryClient, query: Query): Promise<void> {
  if (!due.has(query)) {
    const readAll = (): void => {
      due.delete(query);
      void store.invalidateQueries({ queryKey: query.queryKey, exact: true });
    };
    due.set(query, setTimeout(readAll, calling.freshFor));
  }
  // What is being read already, such as the next page, would be written over what is read here.
  await query.promise?.catch(() => undefined);
  const fresh = await readBeginning(store, query);
  const before = longListIn(query);
  // As old as it was: the rest is.
  if (before) store.setQueryData(query.queryKey, join(fresh, before), { updatedAt: query.state.dataUpdatedAt });
}

/**
 * Reads anew what is kept under keys that begin so. Of a long list only the beginning at once, and all of it when 30 s have passed: somebody
 * who scrolled through 10,000 rows would otherwise ask for a hundred pages each time that a colleague does anything.
 */
export function refresh(store: QueryClient, queryKey: QueryKey): void {
  const long = store.getQueryCache().findAll({ queryKey }).filter(longListIn);
  void store.invalidateQueries({ queryKey, predicate: (query) => !long.includes(query) });
  for (const query of long) {
    refreshLong(store, query).catch(() => store.invalidateQueries({ queryKey: query.queryKey, exact: true }));
  }
}
