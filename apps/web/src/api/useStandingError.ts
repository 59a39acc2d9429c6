import { useState } from 'react';

/**
 * Why something could not be read, also while it is asked for again: a query without data forgets its error for that moment, and what the
 * page says of it, with whatever somebody types there, would go and come back. `id` names what is read.
 */
export function useStandingError(id: string, { data, error }: { data: unknown; error: Error | null }): Error | null {
  const [kept, keep] = useState<{ id: string; error: Error } | null>(null);
  if (error !== null && (kept?.error !== error || kept.id !== id)) keep({ id, error });
  if (data !== undefined && kept !== null) keep(null);
  if (error !== null) return error;
  return data === undefined && kept?.id === id ? kept.error : null;
}
