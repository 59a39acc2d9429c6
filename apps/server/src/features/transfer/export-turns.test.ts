import { EventEmitter } from 'node:events';
import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { createExportTurns, exportInTurn } from './export-turns.ts';

/** A response, of which only the finished state matters. */
const answer = (): ServerResponse =>
  Object.assign(new EventEmitter(), { closed: false }) as unknown as ServerResponse;

/** Waits until every task that may start has started. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('an export is made when it is its turn, and holds the place until its answer is sent', async () => {
  const inTurn = createExportTurns();
  const begun: string[] = [];
  const ask = (person: string, name: string, to: ServerResponse) =>
    exportInTurn(inTurn, { person, answer: to, gone: null }, async () => {
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

test('an export that fails is told so, and gives its place on; who asks for too much at once is told', async () => {
  const inTurn = createExportTurns();
  const asked = (make: () => Promise<unknown>) =>
    exportInTurn(inTurn, { person: 'ada', answer: answer(), gone: null }, make);
  await expect(asked(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  const held = await asked(async () => 'held');
  expect(held).toBe('held');
  const waiting = Array.from({ length: 6 }, () => asked(async () => 'late'));
  await expect(asked(async () => 'too many')).rejects.toMatchObject({ code: 'not_ready' });
  expect(waiting).toHaveLength(6);
});
