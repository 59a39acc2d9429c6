import { QueryClientProvider } from '@tanstack/react-query';
import { createContext, useContext, useState, type ReactNode } from 'react';
import { createCaller, type Call } from './caller.ts';
import { createQueryClient } from './query-client.ts';
import { endpoints } from './table.ts';

const ApiContext = createContext<Call | null>(null);

/** Provides the API caller and the query cache. */
export function ApiProvider({ children }: { children: ReactNode }) {
  const [queryClient] = useState(createQueryClient);
  const [call] = useState(() =>
    createCaller({
      table: endpoints,
      fetch: (...request) => fetch(...request),
      now: () => Date.now(),
      cookie: () => document.cookie,
      wait: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
    }),
  );
  return (
    <QueryClientProvider client={queryClient}>
      <ApiContext value={call}>{children}</ApiContext>
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
