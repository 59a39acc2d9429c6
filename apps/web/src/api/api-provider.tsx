import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createCaller, type Call } from './caller.ts';
import type { EarlyRequests, EarlySocket } from './early-script.ts';
import { takeEarly } from './early.ts';
import { createQueryClient } from './query-client.ts';
import { ServerEvents, ServerEventsContext } from './server-events.ts';
import { endpoints } from './table.ts';

declare global {
  interface Window {
    /** The calls that the page's inline script has started. */
    earlyRequests?: EarlyRequests;
    /** The connection that it has opened. */
    earlySocket?: EarlySocket;
  }
}

const ApiContext = createContext<Call | null>(null);

/** Provides the API caller, the query cache, and the events of the server. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [events] = useState(() => new ServerEvents());
  const [call] = useState(() =>
    createCaller({
      table: endpoints,
      fetch: (input, init) =>
        takeEarly(window.earlyRequests, {
          address: String(input),
          method: init?.method,
          now: performance.now(),
        }) ?? fetch(input, init),
      now: () => Date.now(),
      cookie: () => document.cookie,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ServerEventsContext value={events}>
        <ApiContext value={call}>{children}</ApiContext>
      </ServerEventsContext>
    </QueryClientProvider>
  );
}

/**
 * Returns the typed API caller.
 *
 * @throws if used outside of {@link ApiProvider}
 */
export function useCall(): Call {
  const call = useContext(ApiContext);
  if (call === null) throw new Error('useCall needs an ApiProvider above it');
  return call;
}
