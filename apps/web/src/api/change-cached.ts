import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Changes the cached data of a query. Outdated data, and data that are being fetched, are also
 * fetched again: storing data marks them as fresh, and the fetch may have read older data.
 *
 * @param act returns the changed data, or the same object if nothing changes
 */
export function changeCached<T>(store: QueryClient, queryKey: QueryKey, act: (data: T) => T): void {
  const query = store.getQueryCache().find<T>({ queryKey, exact: true });
  if (query === undefined) return;
  const { data, isInvalidated, fetchStatus, dataUpdatedAt } = query.state;
  const isFetching = fetchStatus !== 'idle';
  const fetchAgain = () => store.invalidateQueries({ queryKey, exact: true });
  if (data === undefined) {
    // An invalidation does not cancel the first fetch, and would be forgotten at its end.
    if (isFetching) void query.promise?.then(fetchAgain, () => undefined);
    else void fetchAgain();
    return;
  }
  const changed = act(data);
  if (changed !== data) store.setQueryData<T>(queryKey, changed, { updatedAt: dataUpdatedAt });
  if (isInvalidated || isFetching) void fetchAgain();
}
