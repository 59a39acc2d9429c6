import type { Factors } from '@longhand/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';

/** Fetches the second factors of the signed-in user. */
export function useFactors() {
  const call = useCall();
  return useQuery({
    queryKey: keys.factors,
    queryFn: ({ signal }) => call('getFactors', {}, signal),
  });
}

/** Returns a function that fetches the factors, and what depends on them, again. */
export function useFactorsChanged(): () => Promise<unknown> {
  const store = useQueryClient();
  return () =>
    Promise.all(
      [keys.factors, keys.sessions].map((queryKey) => store.invalidateQueries({ queryKey })),
    );
}

/** True if the factors may be changed now without another confirmation. */
export function isConfirmed({ confirmedUntil }: Factors): boolean {
  return confirmedUntil !== null && Date.parse(confirmedUntil) > Date.now();
}
