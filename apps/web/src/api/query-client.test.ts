import {
  focusManager,
  MutationObserver,
  notifyManager,
  QueryObserver,
  type QueryObserverOptions,
} from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { problem, createTestCaller, type TestCaller } from './testing.ts';

const list = '{"items":[],"nextCursor":null}';

/**
 * Simulates a page with the list of projects: a query client with the product's rules, and an
 * observer.
 */
function showProjects(
  { call }: TestCaller,
  options: Partial<QueryObserverOptions> = {},
  answeredBefore?: number,
) {
  const store = createQueryClient();
  const queryKey = ['projects'];
  if (answeredBefore !== undefined)
    store.setQueryData(queryKey, JSON.parse(list), { updatedAt: Date.now() - answeredBefore });
  // Only the delay between two attempts is shortened; the retry rule is the product's own.
  const observer = new QueryObserver(store, {
    queryKey,
    queryFn: () => call('listProjects', {}),
    retryDelay: 1,
    ...options,
  });
  store.mount();
  const stop = observer.subscribe(() => undefined);
  onTestFinished(() => {
    stop();
    store.unmount();
    store.clear();
  });
  return observer;
}

/** Resolves when a query has finished, with success or failure. */
async function ended(observer: QueryObserver): Promise<void> {
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
}

test.each([
  [500, 4],
  [503, 4],
  [408, 4],
  [400, 1],
  [401, 1],
  [403, 1],
  [404, 1],
  [409, 1],
  [422, 1],
  [429, 1],
])('a query that is answered with %d is sent %d times in total', async (status, times) => {
  const caller = await createTestCaller((_, response) =>
    response.writeHead(status).end(problem(status, 'No')),
  );
  const observer = showProjects(caller);
  await ended(observer);
  expect(caller.seen).toHaveLength(times);
  expect(observer.getCurrentResult().error?.message).toBe(`${status}: No.`);
});

test('sends a query four times in total when the network fails', async () => {
  const caller = await createTestCaller((_, response) => response.destroy());
  const observer = showProjects(caller);
  await ended(observer);
  expect(caller.seen).toHaveLength(4);
  expect(observer.getCurrentResult().error).toMatchObject({ status: 500 });
});

test('shows the data of a successful fourth attempt', async () => {
  const caller = await createTestCaller((_, response) =>
    caller.seen.length < 4 ? response.writeHead(500).end() : response.end(list),
  );
  const observer = showProjects(caller);
  await ended(observer);
  expect(observer.getCurrentResult().data).toEqual(JSON.parse(list));
});

test.each([
  [29_500, 0],
  [30_000, 1],
])('refetches data that is %d ms old %d times on mount', async (age, times) => {
  const caller = await createTestCaller((_, response) => response.end(list));
  await ended(showProjects(caller, {}, age));
  expect(caller.seen).toHaveLength(times);
});

test.each([
  [29_000, 0],
  [30_000, 1],
])(
  'refetches data that is %d ms old %d times when the window regains the focus',
  async (age, times) => {
    const caller = await createTestCaller((_, response) => response.end(list));
    focusManager.setFocused(false);
    onTestFinished(() => focusManager.setFocused(undefined));
    const observer = showProjects(caller, { refetchOnMount: false }, age);
    await ended(observer);
    expect(caller.seen).toHaveLength(0);
    focusManager.setFocused(true);
    await ended(observer);
    expect(caller.seen).toHaveLength(times);
  },
);

test('queries have no polling interval', () => {
  const observer = new QueryObserver(createQueryClient(), { queryKey: ['projects'] });
  expect(observer.options.refetchInterval).toBeUndefined();
});

test.each([500, 408, 429])('does not retry a mutation that is answered with %d', async (status) => {
  const caller = await createTestCaller((_, response) =>
    response.writeHead(status).end(problem(status, 'No')),
  );
  const store = createQueryClient();
  const create = new MutationObserver(store, {
    mutationFn: () => caller.call('createProject', { body: { name: 'Once' } }),
    retryDelay: 1,
  });
  await expect(create.mutate()).rejects.toMatchObject({ status });
  expect(caller.seen.filter(({ method }) => method === 'POST')).toHaveLength(1);
});

test('reports a started mutation as pending before the next event, so that a second press finds its button disabled', async () => {
  const store = createQueryClient();
  const { promise, resolve } = Promise.withResolvers<void>();
  const observer = new MutationObserver(store, { mutationFn: () => promise });
  const told: string[] = [];
  // As components subscribe: through the scheduler.
  onTestFinished(
    observer.subscribe(
      notifyManager.batchCalls(() => told.push(observer.getCurrentResult().status)),
    ),
  );
  const ended = observer.mutate();
  await Promise.resolve();
  expect(told).toContain('pending');
  resolve();
  await ended;
});
