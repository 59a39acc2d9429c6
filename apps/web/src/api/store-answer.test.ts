import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { storeAnswer } from './store-answer.ts';

/**
 * Creates a client with one observed query; `answer` resolves its fetch, which continues after a
 * cancellation.
 */
function observed(queryKey: readonly string[]) {
  const store = createQueryClient();
  const { promise, resolve: answer } = Promise.withResolvers<string>();
  const observer = new QueryObserver(store, { queryKey, queryFn: () => promise });
  store.mount();
  const stop = observer.subscribe(() => undefined);
  onTestFinished(() => {
    stop();
    store.unmount();
    store.clear();
  });
  return { store, observer, answer };
}

test('a fetch that began before the change does not restore the old value', async () => {
  const { store, observer, answer } = observed(['user']);
  storeAnswer(store, ['user'], 'new');
  answer('old');
  await new Promise((resolve) => setTimeout(resolve, 10));
  expect(observer.getCurrentResult()).toMatchObject({
    data: 'new',
    fetchStatus: 'idle',
    status: 'success',
  });
});

test('does not cancel fetches of queries below the key', async () => {
  const { store, observer, answer } = observed(['documents', 'comments']);
  storeAnswer(store, ['documents'], 'new');
  answer('read');
  await expect.poll(() => observer.getCurrentResult().data).toBe('read');
});
