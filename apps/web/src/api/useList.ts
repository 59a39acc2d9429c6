import { useInfiniteQuery, type QueryKey } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCall } from './ApiProvider.tsx';
import type { Call } from './caller.ts';

type Page<Item> = { items: Item[]; nextCursor: string | null };

/** A list of the server, as far as it has been asked for. */
export type List<Item> = {
  readonly items: readonly Item[];
  readonly isPending: boolean;
  readonly error: Error | null;
  readonly hasMore: boolean;
  readonly isLoadingMore: boolean;
  loadMore(): void;
};

/** Rows of every page but the first, which is shorter to be there sooner. As many as the server gives. */
const laterRows = 100;

/** Reads a list page by page. `read` calls the endpoint with the cursor it is given. */
export function useList<Item>(
  key: QueryKey,
  read: (call: Call, cursor: { cursor?: string; limit?: number }, signal: AbortSignal) => Promise<Page<Item>>,
): List<Item> {
  const call = useCall();
  const query = useInfiniteQuery({
    queryKey: key,
    queryFn: ({ pageParam, signal }) => read(call, pageParam === null ? {} : { cursor: pageParam, limit: laterRows }, signal),
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

/** More entries than this make no list that anybody chooses from. */
const mostChoices = 1_000;

/** The list with all of its pages, one after the other: for what people choose from. */
export function useWhole<Item>(list: List<Item>): List<Item> {
  const { hasMore, isLoadingMore, error, items } = list;
  const goesOn = hasMore && !isLoadingMore && error === null && items.length < mostChoices;
  useEffect(() => {
    if (goesOn) list.loadMore();
    // What `loadMore` closes over is the list's key, which is the same as long as the list.
    // eslint-disable-next-line react/exhaustive-deps
  }, [goesOn]);
  return list;
}
