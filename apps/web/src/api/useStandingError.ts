import { useState } from 'react';

/** An error of the thing that was read under `id`. */
type Standing = { readonly id: string; readonly error: Error } | null;

/**
 * Why something could not be read, also while it is asked for again: a query without data forgets its error for that moment, and what the
 * page says of it, with whatever somebody types there, would go and come back. `id` names what is read.
 */
export function useStandingError(id: string, query: { data: unknown; error: Error | null }): Error | null {
  const [kept, keep] = useState<Standing>(null);
  const standing = standingOf(kept, id, query);
  if (standing !== kept) keep(standing);
  return standing?.error ?? null;
}

/**
 * What stands after a query said `data` and `error`, of which it may say both: what was read before, and why it cannot be read any more.
 * Asked again with its own answer it answers the same, so that a page that keeps it while it is drawn is drawn once more and no more.
 */
export function standingOf(kept: Standing, id: string, { data, error }: { data: unknown; error: Error | null }): Standing {
  if (error !== null) return kept?.id === id && kept.error === error ? kept : { id, error };
  return data === undefined && kept?.id === id ? kept : null;
}
