import { QueryObserver } from '@tanstack/react-query';
import { expect, onTestFinished, test } from 'vitest';
import { createQueryClient } from '../api/query-client.ts';
import { problem, createTestCaller, type TestCaller } from '../api/testing.ts';
import { currentUserKey, currentUserQuery } from './use-current-user.ts';

/**
 * Fetches the current user, as every page does; `answeredBefore`: age of a cached null result (ms).
 */
async function ask({ call }: TestCaller, answeredBefore?: number) {
  const store = createQueryClient();
  if (answeredBefore !== undefined)
    store.setQueryData(currentUserKey, null, { updatedAt: Date.now() - answeredBefore });
  const observer = new QueryObserver(store, { ...currentUserQuery(call), retryDelay: 1 });
  const stop = observer.subscribe(() => undefined);
  onTestFinished(() => {
    stop();
    store.clear();
  });
  await expect.poll(() => observer.getCurrentResult().fetchStatus).toBe('idle');
  return observer.getCurrentResult();
}

test('a 401 means that no user is signed in, and is not an error', async () => {
  const caller = await createTestCaller((_, response) =>
    response.writeHead(401).end(problem(401, 'Not signed in')),
  );
  expect(await ask(caller)).toMatchObject({ data: null, error: null, isSuccess: true });
  expect(caller.seen.map(({ method, url }) => `${method} ${url.pathname}`)).toEqual([
    'GET /api/v1/user/me',
  ]);
});

test('retries any other failure once, and then reports an error', async () => {
  const caller = await createTestCaller((_, response) =>
    response.writeHead(500).end(problem(500, 'Broken')),
  );
  expect(await ask(caller)).toMatchObject({ data: undefined, error: { message: '500: Broken.' } });
  expect(caller.seen).toHaveLength(2);
});

test.each([
  [299_500, 0],
  [300_000, 1],
])('refetches an answer that is %d ms old %d times', async (age, times) => {
  const caller = await createTestCaller((_, response) => response.writeHead(401).end());
  await ask(caller, age);
  expect(caller.seen).toHaveLength(times);
});
