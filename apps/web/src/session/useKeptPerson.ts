import type { User } from '@longhand/contract';
import type { UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { isUnreachable } from '../api/failure.ts';
import { useSession } from './SessionProvider.tsx';

/** Who was signed in here last: `undefined` while that is looked up, null for nobody. */
type KeptPerson = User | null | undefined;

/**
 * Whose copies are on this device, where the server cannot be asked who is signed in. Also keeps them in step with what it answers: copies
 * belong to who is signed in, and with nobody signed in there are none.
 */
export function useKeptPerson({ data, dataUpdatedAt, error, failureReason }: UseQueryResult<User | null>): KeptPerson {
  const { copies } = useSession();
  const [person, setPerson] = useState<KeptPerson>(undefined);
  const isAway = data === undefined && isUnreachable(error ?? failureReason);
  useEffect(() => {
    if (!isAway) return;
    copies.person().then(setPerson, (failure: unknown) => {
      console.warn('Nothing can be kept on this device:', failure);
      setPerson(null);
    });
  }, [isAway, copies]);
  useEffect(() => {
    if (data === undefined) return;
    const inStep = data === null ? copies.clear() : copies.belongTo(data);
    inStep.catch((failure: unknown) => console.warn('Nothing can be kept on this device:', failure));
    // Each answer of the server says anew that the session goes on.
  }, [data, dataUpdatedAt, copies]);
  return person ?? (isAway ? person : null);
}
