import { useQueryClient, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useCall } from '../api/api-provider.tsx';
import { useServerEvents, type ServerEvents } from '../api/server-events.ts';
import { keys } from '../api/keys.ts';
import { createRefresh, refreshWhole } from '../api/refresh.ts';
import { queriesFor, rowChangeOf, type RowChange } from './invalidation.ts';
import { listen } from './listen.ts';
import { createRowRefresh } from './refresh-rows.ts';
import { useUser } from '../session/require-user.tsx';
import { currentUserKey } from '../session/use-current-user.ts';

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
  const events = useServerEvents();
  const { id: userId } = useUser();
  const call = useCall();
  useEffect(() => {
    let stop: (() => number) | null = null;
    // Everything on the page was read after the page was opened.
    let readSince = 0;
    const now = createStopwatch();
    const refresh = createRefresh(store);
    const refreshRows = createRowRefresh({ store, call, refresh });
    // A background tab closes its stream: browsers open six connections to one server, and the
    // pages need them too.
    const follow = (): void => {
      readSince = stop?.() ?? readSince;
      stop =
        document.visibilityState === 'visible'
          ? keepFresh({ store, refresh, refreshRows, userId }, events, { now, readSince })
          : null;
    };
    follow();
    document.addEventListener('visibilitychange', follow);
    return () => {
      document.removeEventListener('visibilitychange', follow);
      stop?.();
    };
  }, [store, events, userId, call]);
  return null;
}

/**
 * Invalidates the queries that events concern, and passes all events on to their subscribers.
 *
 * @param reading the time, and the time since which the cached data were read
 * @returns a function that stops it, and returns the time until which all events were received
 */
function keepFresh(
  {
    store,
    refresh,
    refreshRows,
    userId,
  }: {
    store: QueryClient;
    refresh: (queryKey: QueryKey) => void;
    refreshRows: (changes: readonly RowChange[]) => void;
    userId: string;
  },
  events: ServerEvents,
  reading: { readonly now: () => number; readonly readSince: number },
): () => number {
  const gathered = new Map<string, QueryKey>();
  let changes: RowChange[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const readAnew = (): void => {
    timer = undefined;
    for (const queryKey of gathered.values()) {
      // After a gap in the stream, all cached data may be outdated, also later pages of lists.
      if (queryKey.length === 0) refreshWhole(store, queryKey);
      else refresh(queryKey);
    }
    // Otherwise the rows are fetched with their lists.
    if (!gathered.has(JSON.stringify(keys.documents))) refreshRows(changes);
    gathered.clear();
    changes = [];
  };
  const stop = listen({
    open: (address) => new EventSource(address),
    after(milliseconds, run) {
      const waiting = setTimeout(run, milliseconds);
      return () => clearTimeout(waiting);
    },
    heard(event) {
      events.emit(event);
      for (const key of queriesFor(event)) gathered.set(JSON.stringify(key), key);
      const change = rowChangeOf(event, userId);
      if (change !== null) changes.push(change);
      timer ??= setTimeout(readAnew, gatherFor);
    },
    turnedAway: () => void store.invalidateQueries({ queryKey: currentUserKey }),
    ...reading,
  });
  return () => {
    clearTimeout(timer);
    readAnew();
    return stop();
  };
}

/**
 * Returns a function that returns the time since the page was opened (ms). The monotonic clock may
 * stand while the device sleeps, and the other one may be set back: the one that advanced more
 * counts.
 */
function createStopwatch(): () => number {
  let [steady, wall] = [performance.now(), Date.now()];
  let total = steady;
  return () => {
    const [steadyNow, wallNow] = [performance.now(), Date.now()];
    total += Math.max(steadyNow - steady, wallNow - wall);
    [steady, wall] = [steadyNow, wallNow];
    return total;
  };
}
