import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '../api/refresh.ts';
import { queriesFor } from './invalidation.ts';
import { listen } from './listen.ts';
import { useUser } from './require-user.tsx';
import { currentUserKey } from './use-current-user.ts';

/**
 * Time in which events are batched (ms): archiving several documents at once causes one refetch of
 * the list.
 */
const gatherFor = 150;

/**
 * Refetches what server events concern, on every signed-in page, without polling. When the session
 * ends in another tab, refetching the current user ends it here too. Renders nothing.
 */
export function EventsListener() {
  const store = useQueryClient();
  const { id: userId } = useUser();
  useEffect(() => {
    let stop: (() => void) | null = null;
    // A background tab closes its stream: browsers open six connections to one server, and the
    // pages need them too.
    const follow = (): void => {
      stop?.();
      stop = document.visibilityState === 'visible' ? keepFresh(store) : null;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop?.();
    };
  }, [store, userId]);
  return null;
}

/** Invalidates the queries that events concern. Returns a function that stops it. */
function keepFresh(store: QueryClient): () => void {
  const gathered = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAnew = (): void => {
    timer = undefined;
    for (const queryKey of gathered.values()) {
      // After a gap in the stream, all cached data may be outdated, also later pages of lists.
      if (queryKey.length === 0) void store.invalidateQueries();
      else refresh(store, queryKey);
    }
    gathered.clear();
  };
  const stop = listen({
    open: (address) => new EventSource(address),
    after(milliseconds, run) {
      const waiting = setTimeout(run, milliseconds);
      return () => clearTimeout(waiting);
    },
    heard(name) {
      for (const key of queriesFor(name)) gathered.set(JSON.stringify(key), key);
      timer ??= setTimeout(readAnew, gatherFor);
    },
    turnedAway: () => void store.invalidateQueries({ queryKey: currentUserKey }),
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
