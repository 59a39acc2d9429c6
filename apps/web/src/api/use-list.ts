import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCall } from './api-provider.tsx';
import type { Call } from './caller.ts';
import type { ListRule } from './document-rows.ts';

type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A paginated list of the server, as far as it is loaded. */
export type List<Item> = {
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
};

/** Page size after the first page, which is shorter to load sooner. The server's maximum. */
const laterRows = 100;

/**
 * Loads a list page by page. `read` calls the endpoint with the given cursor. A list of documents
 * without a `rule` is refetched after each change of a document.
 */
export function useList<Item>(
  key: QueryKey,
  read: (
    call: Call,
    cursor: { cursor?: string; limit?: number },
    signal: AbortSignal,
  ) => Promise<Page<Item>>,
  rule?: ListRule,
): List<Item> {
  const call = useCall();
  const query = useInfiniteQuery({
    queryKey: key,
    meta: { rule },
    queryFn: ({ pageParam, signal }) =>
      read(call, pageParam === null ? {} : { cursor: pageParam, limit: laterRows }, signal),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
  });
  const items = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  return {
    items,
    isPending: query.isPending,
    error: query.error,
    hasMore: query.hasNextPage,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => void query.fetchNextPage(),
  };
}

/** Maximum number of entries: a longer list is not usable as a choice. */
const mostChoices = 1_000;

/** Loads all pages of a list, one after the other: for select elements. */
export function useWhole<Item>(list: List<Item>): List<Item> {
  const { hasMore, isLoadingMore, error, items } = list;
  const goesOn = hasMore && !isLoadingMore && error === null && items.length < mostChoices;
  useEffect(() => {
    if (goesOn) list.loadMore();
    // `loadMore` closes over the list's key, which is constant for the list.
    // eslint-disable-next-line react/exhaustive-deps
  }, [goesOn]);
  return list;
}
