import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stores the result of a change, or an optimistic update, as the data of a query. Cancels a fetch
 * in progress first: the server may have answered it before the change, and it would restore the
 * old value.
 *
 * @param queryKey the key of the query that reads the same resource
 */
export function storeAnswer<T>(store: QueryClient, queryKey: QueryKey, value: T): void {
  void store.cancelQueries({ queryKey, exact: true });
  store.setQueryData<T>(queryKey, value);
}
