import type { User } from '@longhand/contract';
import { queryOptions, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useCall } from '../api/api-provider.tsx';
import type { Call } from '../api/caller.ts';
import { calling } from '../api/constants.ts';
import { ApiFailure } from '../api/failure.ts';

/** Query key of the signed-in user. */
export const currentUserKey = ['user', 'me'] as const;

/** Fetches the signed-in user; null if there is none, which is a result and not an error. */
export function useCurrentUser(): UseQueryResult<User | null> {
  return useQuery(currentUserQuery(useCall()));
}

/** Query options for the signed-in user, with their own staleness and retries. */
export function currentUserQuery(call: Call) {
  return queryOptions({
    queryKey: currentUserKey,
    queryFn: ({ signal }) => askWhoIAm(call, signal),
    staleTime: calling.currentUserFreshFor,
    retry: calling.currentUserRetries,
  });
}

async function askWhoIAm(call: Call, signal: AbortSignal): Promise<User | null> {
  try {
    return await call('getMe', {}, signal);
  } catch (error) {
    if (error instanceof ApiFailure && error.status === 401) return null;
    throw error;
  }
}
