import { expect, test } from 'vitest';
import { createFairSemaphore, type FairSemaphoreOptions } from './fair-semaphore.ts';

function overflow(): never {
  throw new RangeError('full');
}
const usual: FairSemaphoreOptions = {
  concurrency: 2,
  concurrencyPerUser: 1,
  waitingMax: 100,
  waitingPerUserMax: 50,
  overflow,
};

/** Controls when tasks end, and records the order in which they began. */
function bench(options: Partial<FairSemaphoreOptions> = {}) {
  const inTurn = createFairSemaphore({ ...usual, ...options });
  const begun: string[] = [];
  const ends = new Map<string, () => void>();
  const ask = (person: string, name: string, gone?: AbortSignal): Promise<void> =>
    inTurn(
      person,
      () => {
        begun.push(name);
        return new Promise<void>((resolve) => ends.set(name, resolve));
      },
      gone,
    );
  const end = async (name: string, asked: Promise<void>): Promise<void> => {
    ends.get(name)?.();
    await asked;
    await Promise.resolve();
  };
  return { ask, begun, end };
}

test('limits each user to their share of places, however many tasks they submit', async () => {
  const { ask, begun, end } = bench();
  const mine = ['a1', 'a2', 'a3'].map((name) => ask('ada', name));
  expect(begun).toEqual(['a1']);
  const other = ask('ben', 'b1');
  expect(begun).toEqual(['a1', 'b1']);
  await end('b1', other);
  expect(begun).toEqual(['a1', 'b1']);
  for (const [i, name] of ['a1', 'a2', 'a3'].entries())
    await end(name, mine[i] ?? Promise.resolve());
  expect(begun).toEqual(['a1', 'b1', 'a2', 'a3']);
});

test('alternates between users: a task does not wait behind a hundred tasks of another user', async () => {
  const { ask, begun, end } = bench({ concurrency: 1, waitingPerUserMax: 200, waitingMax: 300 });
  const flood = Array.from({ length: 100 }, (_, i) => ask('ada', `a${i}`));
  const other = ask('ben', 'b0');
  await end('a0', flood[0] ?? Promise.resolve());
  await end('a1', flood[1] ?? Promise.resolve());
  expect(begun).toContain('b0');
  expect(begun.length).toBeLessThanOrEqual(3);
  await end('b0', other);
  for (let i = 2; i < 100; i += 1) await end(`a${i}`, flood[i] ?? Promise.resolve());
});

test('runs the tasks of one user in the order in which they were submitted', async () => {
  const { ask, begun, end } = bench({ concurrencyPerUser: 2 });
  const tasks = [0, 1, 2, 3].map((task) => ask('ada', `${task}`));
  expect(begun).toEqual(['0', '1']);
  for (const task of [1, 0, 2, 3]) await end(`${task}`, tasks[task] ?? Promise.resolve());
  expect(begun).toEqual(['0', '1', '2', '3']);
});

test('refuses a task if too many are waiting', async () => {
  const { ask, end } = bench({ concurrency: 1, waitingMax: 1 });
  const [first, second] = [ask('ada', 'a1'), ask('ben', 'b1')];
  await expect(ask('cyd', 'c1')).rejects.toThrow('full');
  await end('a1', first);
  await end('b1', second);
});

test('refuses a user with too many waiting tasks, but not other users', async () => {
  const { ask, end } = bench({ concurrency: 1, waitingPerUserMax: 1 });
  const first = ask('ada', 'a1');
  const second = ask('ada', 'a2');
  await expect(ask('ada', 'a3')).rejects.toThrow('full');
  const other = ask('ben', 'b1');
  await end('a1', first);
  await end('a2', second);
  await end('b1', other);
});

test('removes an aborted task from the queue and never starts it', async () => {
  const { ask, begun, end } = bench({ concurrency: 1 });
  const first = ask('ada', 'a1');
  const leaving = new AbortController();
  const left = ask('ben', 'b1', leaving.signal);
  leaving.abort(new Error('hung up'));
  await expect(left).rejects.toThrow('hung up');
  await expect(ask('ben', 'b2', leaving.signal)).rejects.toThrow('hung up');
  const last = ask('cyd', 'c1');
  await end('a1', first);
  await end('c1', last);
  expect(begun).toEqual(['a1', 'c1']);
});

test('a failed task frees its place for the next task', async () => {
  const inTurn = createFairSemaphore({ ...usual, concurrency: 1 });
  const failing = inTurn('ada', () => Promise.reject(new Error('no')));
  const next = inTurn('ada', () => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
});
