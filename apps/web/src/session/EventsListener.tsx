import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { refresh } from '../api/refresh.ts';
import { oldAfter } from './freshness.ts';
import { listen } from './listen.ts';
import { useUser } from './RequireUser.tsx';
import { currentUserKey } from './useCurrentUser.ts';

/** Milliseconds in which events are gathered: several documents archived at once are one reading of the list, not many. */
const gatherFor = 150;

/**
 * Keeps every signed-in page true to what happens elsewhere, without asking again and again: what an event concerns is read anew.
 * When the session ends in another tab, asking who is signed in ends it here too. Shows nothing.
 */
export function EventsListener() {
  const store = useQueryClient();
  const { id: userId } = useUser();
  useEffect(() => {
    let stop: (() => void) | null = null;
    // A tab in the background gives its line back: browsers open six to one server, and the pages need them too.
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

/** Reads anew what events concern, until the returned function is called. */
function keepFresh(store: QueryClient): () => void {
  const gathered = new Map<string, QueryKey>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAnew = (): void => {
    timer = undefined;
    for (const queryKey of gathered.values()) {
      // After a gap in what was heard, everything may be old, also what is far down.
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
      for (const key of oldAfter(name)) gathered.set(JSON.stringify(key), key);
      timer ??= setTimeout(readAnew, gatherFor);
    },
    turnedAway: () => void store.invalidateQueries({ queryKey: currentUserKey }),
  });
  return () => {
    clearTimeout(timer);
    stop();
  };
}
