import { useEffect } from 'react';
import { useInterest } from './useInterest.ts';

/**
 * Fetches parts of the page before they are asked for, so that they are there when they are, and also when the network is gone by then:
 * as soon as somebody is there, and not among what the page begins with. `load` has to stay the same function. What cannot be fetched
 * is fetched, and its failure told, when it is asked for.
 */
export function useFetchAhead(load: () => readonly Promise<unknown>[]): void {
  const isSomebodyThere = useInterest();
  useEffect(() => {
    if (isSomebodyThere) void Promise.allSettled(load());
  }, [isSomebodyThere, load]);
}
