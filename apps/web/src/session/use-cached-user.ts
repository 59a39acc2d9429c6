import type { User } from '@longhand/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUnreachable } from '../api/failure.ts';
import { useSession } from './session-provider.tsx';

/** Last signed-in user: `undefined` while loading, null for none. */
type CachedUser = User | null | undefined;

/**
 * Returns the owner of the offline copies if the server cannot be reached. Also synchronizes the
 * copies with the server's response: they belong to the signed-in user, and are deleted if there is
 * none.
 */
export function useCachedUser({
  data,
  dataUpdatedAt,
  error,
  failureReason,
}: UseQueryResult<User | null>): CachedUser {
  const { copies } = useSession();
  const [person, setPerson] = useState<CachedUser>(undefined);
  const isAway = data === undefined && isUnreachable(error ?? failureReason);
  useEffect(() => {
    if (!isAway) return;
    copies.person().then(setPerson, (failure: unknown) => {
      console.warn('Offline storage is not available:', failure);
      setPerson(null);
    });
  }, [isAway, copies]);
  useEffect(() => {
    if (data === undefined) return;
    const inStep = data === null ? copies.clear() : copies.belongTo(data);
    inStep.catch((failure: unknown) => console.warn('Offline storage is not available:', failure));
    // Each response of the server confirms again that the session continues.
  }, [data, dataUpdatedAt, copies]);
  return person ?? (isAway ? person : null);
}
