import type { QueryClient, QueryKey } from '@tanstack/react-query';

/**
 * Stores the result of a change, or the change itself before it is answered, as the data of a query. Cancels a read in flight first: the
 * server may have answered it before the change, and it would show the old value again.
 *
 * @param queryKey the key of the query that reads the same resource
 */
export function storeAnswer<T>(store: QueryClient, queryKey: QueryKey, value: T): void {
  void store.cancelQueries({ queryKey, exact: true });
  store.setQueryData<T>(queryKey, value);
}
