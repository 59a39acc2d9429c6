import { useState } from 'react';

/** Error of the query for `id`. */
type Standing = { readonly id: string; readonly error: Error } | null;

/**
 * Returns the error of a query, also during a refetch. A query without data resets its error while
 * fetching. The error page, with any text typed there, would then disappear and return. `id`
 * identifies the resource.
 */
export function useStandingError(
  id: string,
  query: { data: unknown; error: Error | null },
): Error | null {
  const [kept, keep] = useState<Standing>(null);
  const standing = standingOf(kept, id, query);
  if (standing !== kept) keep(standing);
  return standing?.error ?? null;
}

/**
 * Returns the error to show for a query's `data` and `error`. Both may be set: the cached value,
 * and why it cannot be read any more. Idempotent: a component that stores the result during
 * rendering rerenders only once.
 */
export function standingOf(
  kept: Standing,
  id: string,
  { data, error }: { data: unknown; error: Error | null },
): Standing {
  if (error !== null) return kept?.id === id && kept.error === error ? kept : { id, error };
  return data === undefined && kept?.id === id ? kept : null;
}
