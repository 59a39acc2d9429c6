import { QueryObserver } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { changeCached } from './change-cached.ts';
import { createQueryClient } from './query-client.ts';

test('a change during the first fetch of a query causes a second one', async () => {
  const store = createQueryClient();
  const answers: ((list: string) => void)[] = [];
  const queryFn = () => new Promise<string>((resolve) => answers.push(resolve));
  const stop = new QueryObserver(store, { queryKey: ['list'], queryFn }).subscribe(() => undefined);
  changeCached(store, ['list'], (list: string) => `${list}, changed`);
  changeCached(store, ['another list'], (list: string) => list);
  answers[0]?.('read before the change');
  await expect.poll(() => answers.length).toBe(2);
  answers[1]?.('read after the change');
  await expect.poll(() => store.getQueryData(['list'])).toBe('read after the change');
  stop();
  store.clear();
});
