import type {
  InfiniteData,
  Query,
  QueryClient,
  QueryFunctionContext,
  QueryKey,
} from '@tanstack/react-query';
import { calling } from './constants.ts';

type Row = { readonly id: string };
type Page = { readonly items: readonly Row[]; readonly nextCursor: string | null };
/** A list of the server as cached: see `useList`. */
export type Pages = InfiniteData<Page, string | null>;

/**
 * Number of pages of a long list that are refetched at once: in most lists, changed rows move to
 * the top.
 */
const beginning = 2;

/**
 * Returns the data of an active list with more loaded pages than are refetched at once, and with
 * row ids; otherwise null.
 */
function longListIn(query: Query): Pages | null {
  const data = query.state.data as Partial<Pages> | undefined;
  if (!Array.isArray(data?.pages) || data.pages.length <= beginning || !query.isActive())
    return null;
  return data.pages.every(({ items }) => items.every(({ id }) => typeof id === 'string'))
    ? (data as Pages)
    : null;
}

/**
 * Merges the refetched beginning of a list with its old rest. Rows after the end of the beginning
 * are preserved, without duplicates.
 */
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
    // A page that is completely within the new beginning is removed. The last page is preserved,
    // because it has the cursor of the next one.
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
  const read = options.queryFn as (
    context: QueryFunctionContext<QueryKey, string | null>,
  ) => Promise<Page>;
  const { signal } = new AbortController();
  const pages: Page[] = [];
  const pageParams: (string | null)[] = [];
  for (let pageParam: string | null = null; pages.length < beginning;) {
    const page: Page = await read({
      client: store,
      queryKey,
      signal,
      pageParam,
      direction: 'forward',
      meta: options.meta,
    });
    pages.push(page);
    pageParams.push(pageParam);
    if (page.nextCursor === null) break;
    pageParam = page.nextCursor;
  }
  return { pages, pageParams };
}

/** True while the next page of a list is fetched. */
function isLoadingMore({ state: { fetchStatus, fetchMeta } }: Query): boolean {
  return fetchStatus === 'fetching' && fetchMeta?.fetchMore !== undefined;
}

async function refreshBeginning(store: QueryClient, query: Query): Promise<void> {
  // A fetch in progress, such as the next page, would overwrite the result of this one.
  await query.promise?.catch(() => undefined);
  const fresh = await readBeginning(store, query);
  const before = longListIn(query);
  // Keeps the old timestamp, because the rest is that old.
  if (before)
    store.setQueryData(query.queryKey, join(fresh, before), {
      updatedAt: query.state.dataUpdatedAt,
    });
}

/**
 * Refetches queries by key prefix, with all pages of lists. The next page of a list that is being
 * loaded arrives first: refetching would cancel it, and the user would have to ask for it again.
 *
 * @param except queries that are not refetched
 */
export function refreshWhole(
  store: QueryClient,
  queryKey: QueryKey,
  except: readonly Query[] = [],
): void {
  const all = store.getQueryCache().findAll({ queryKey });
  const growing = all.filter((query) => !except.includes(query) && isLoadingMore(query));
  const isLeftOut = (query: Query): boolean => except.includes(query) || growing.includes(query);
  void store.invalidateQueries({ queryKey, predicate: (query) => !isLeftOut(query) });
  for (const query of growing)
    void query.promise
      ?.catch(() => undefined)
      .then(() => store.invalidateQueries({ queryKey: query.queryKey, exact: true }));
}

/**
 * Creates a function that refetches queries of `store` by key prefix. Of a long list only the
 * beginning at once, and all of it after 30 s. A user who scrolled through 10,000 rows would
 * otherwise request a hundred pages for each action of a colleague.
 */
export function createRefresh(store: QueryClient): (queryKey: QueryKey) => void {
  /** Long lists that will be refetched as a whole. */
  const due = new Set<Query>();

  function planWhole(query: Query): void {
    if (due.has(query)) return;
    due.add(query);
    setTimeout(() => {
      due.delete(query);
      void store.invalidateQueries({ queryKey: query.queryKey, exact: true });
    }, calling.freshFor);
  }

  return (queryKey) => {
    const long = store.getQueryCache().findAll({ queryKey }).filter(longListIn);
    refreshWhole(store, queryKey, long);
    for (const query of long) {
      planWhole(query);
      refreshBeginning(store, query).catch(() =>
        store.invalidateQueries({ queryKey: query.queryKey, exact: true }),
      );
    }
  };
}
