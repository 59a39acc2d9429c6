import { notifyManager, QueryClient } from '@tanstack/react-query';
import { calling } from './constants.ts';
import { ApiFailure } from './failure.ts';

/**
 * Creates the query client with the product's rules for staleness and retries.
 *
 * Components are notified in a microtask, not in a timer: a button that starts a call is disabled
 * before the browser handles the next key press or click, so a double press sends one call.
 */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      // 'always': an offline device shows an error at once, instead of a button that waits
      // silently.
      queries: {
        staleTime: calling.freshFor,
        refetchOnWindowFocus: true,
        retry: mayAskAgain,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** True if a query that has already failed `failures` times is retried. */
export function mayAskAgain(failures: number, error: unknown): boolean {
  const isOurFault =
    error instanceof ApiFailure &&
    error.status >= 400 &&
    error.status < 500 &&
    error.status !== 408;
  return !isOurFault && failures < calling.queryRetries;
}
