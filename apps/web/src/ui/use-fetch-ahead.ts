import { useEffect } from 'react';
import { useFirstInteraction } from './use-first-interaction.ts';

/**
 * Prefetches code before it is needed, so that it is available at once, and also offline. Starts at
 * the first user interaction, not with the initial load. `load` must be the same function on every
 * render. A failed prefetch is loaded again, and its error reported, when it is needed.
 */
export function useFetchAhead(load: () => readonly Promise<unknown>[]): void {
  const isSomebodyThere = useFirstInteraction();
  useEffect(() => {
    if (isSomebodyThere) void Promise.allSettled(load());
  }, [isSomebodyThere, load]);
}
