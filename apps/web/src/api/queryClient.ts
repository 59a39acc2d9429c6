import { notifyManager, QueryClient } from '@tanstack/react-query';
import { calling } from './constants.ts';
import { ApiFailure } from './failure.ts';

/**
 * Makes the store of answers with the product's rules of freshness and repetition. Source: specification, section 9.
 *
 * Components are notified in a microtask, not in a timer: a button that starts a call is disabled before the browser handles the next
 * key press or click, so a double press sends one call.
 */
export function createQueryClient(): QueryClient {
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    defaultOptions: {
      // 'always': an offline device is told so at once, instead of a button that waits without a word.
      queries: { staleTime: calling.freshFor, refetchOnWindowFocus: true, retry: mayAskAgain, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/** Whether a query that has failed `failures` times before is asked again. */
export function mayAskAgain(failures: number, error: unknown): boolean {
  const isOurFault = error instanceof ApiFailure && error.status >= 400 && error.status < 500 && error.status !== 408;
  return !isOurFault && failures < calling.queryRetries;
}
