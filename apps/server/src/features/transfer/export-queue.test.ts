import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { createExportQueue, exportFromQueue } from './export-queue.ts';

/** A response, of which only the finished state matters. */
const answer = (): ServerResponse =>
  Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

/** Waits until every task that may start has started. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('the exports of one user run one at a time, each until its response is sent', async () => {
  const queue = createExportQueue();
  const begun: string[] = [];
  const ask = (person: string, name: string, to: ServerResponse) =>
    exportFromQueue(queue, { person, answer: to, gone: null }, async () => {
      begun.push(name);
      return name;
    });
  const [first, second, other] = [answer(), answer(), answer()];
  expect(await ask('ada', 'a1', first)).toBe('a1');
  const waiting = ask('ada', 'a2', second);
  expect(await ask('ben', 'b1', other)).toBe('b1');
  await settle();
  expect(begun).toEqual(['a1', 'b1']);
  first.emit('finish');
  expect(await waiting).toBe('a2');
  other.emit('close');
  second.emit('close');
});

test('a failed export rejects and frees its place, and too many pending exports of one user are refused', async () => {
  const queue = createExportQueue();
  const asked = (make: () => Promise<unknown>, to: ServerResponse) =>
    exportFromQueue(queue, { person: 'ada', answer: to, gone: null }, make);
  const sent = Object.assign(answer(), { closed: true });
  await expect(asked(() => Promise.reject(new Error('no')), answer())).rejects.toThrow('no');
  const slow = answer();
  expect(await asked(async () => 'held', slow)).toBe('held');
  const waiting = Array.from({ length: 6 }, () => asked(async () => 'late', sent));
  await expect(asked(async () => 'too many', sent)).rejects.toMatchObject({ code: 'not_ready' });
  slow.emit('close');
  expect(new Set(await Promise.all(waiting))).toEqual(new Set(['late']));
});

test('a user’s fourth response is refused while three are unsent, even after they lost their places', async () => {
  const queue = createExportQueue({ sendingMax: 1 });
  const ask = (person: string, to: ServerResponse) =>
    exportFromQueue(queue, { person, answer: to, gone: null }, async () => 'made');
  const slow = [answer(), answer(), answer()];
  for (const to of slow) expect(await ask('ada', to)).toBe('made');
  await sleep(10);
  await expect(ask('ada', answer())).rejects.toMatchObject({ code: 'not_ready' });
  expect(await ask('ben', answer())).toBe('made');
  slow[0]?.emit('close');
  expect(await ask('ada', answer())).toBe('made');
});
