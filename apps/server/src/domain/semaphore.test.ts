import { expect, test } from 'vitest';
import { createSemaphore } from './semaphore.ts';

function overflow(): never {
  throw new RangeError('full');
}

test('runs a limited number of tasks at once, in the order in which they were submitted', async () => {
  const inTurn = createSemaphore({ places: 2, waitingMax: 10, overflow });
  const ends: (() => void)[] = [];
  const begun: number[] = [];
  const tasks = [0, 1, 2, 3].map((task) =>
    inTurn(() => {
      begun.push(task);
      return new Promise<number>((resolve) => (ends[task] = () => resolve(task)));
    }),
  );
  expect(begun).toEqual([0, 1]);
  ends[1]?.();
  await tasks[1];
  await Promise.resolve();
  expect(begun).toEqual([0, 1, 2]);
  ends[0]?.();
  await tasks[0];
  ends[2]?.();
  await tasks[2];
  ends[3]?.();
  expect(await Promise.all(tasks)).toEqual([0, 1, 2, 3]);
});

test('a failed task frees its place for the next task', async () => {
  const inTurn = createSemaphore({ places: 1, waitingMax: 1, overflow });
  const failing = inTurn(() => Promise.reject(new Error('no')));
  const next = inTurn(() => Promise.resolve('yes'));
  await expect(failing).rejects.toThrow('no');
  expect(await next).toBe('yes');
  expect(await inTurn(() => Promise.resolve('again'))).toBe('again');
});

test('refuses a task if too many are waiting', async () => {
  const inTurn = createSemaphore({ places: 1, waitingMax: 1, overflow });
  let end: () => void = () => undefined;
  const running = inTurn(() => new Promise<void>((resolve) => (end = resolve)));
  const waiting = inTurn(() => Promise.resolve());
  await expect(inTurn(() => Promise.resolve())).rejects.toThrow('full');
  end();
  await Promise.all([running, waiting]);
});
