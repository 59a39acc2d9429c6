import { expect, test } from 'vitest';
import { createErrorStats } from './error-stats.ts';
import { Fault } from './fault.ts';
import { createLog } from './log.ts';

function failing(message: string): Error {
  return new TypeError(message);
}

test('errors of the same kind and source location are counted as one, without their messages', () => {
  let now = 1_000;
  const stats = createErrorStats(() => now);
  for (const word of ['secret one', 'secret two']) {
    stats.note(failing(word), 'bug');
    now += 500;
  }
  stats.note(Object.assign(new Fault('secret three'), { code: 'ECONNREFUSED' }), 'fault');
  stats.note('secret four', 'bug');
  const taken = stats.take();
  expect(taken).toMatchObject([
    { kind: 'bug', name: 'TypeError', count: 2, firstSeen: 1_000, lastSeen: 1_500 },
    { kind: 'fault', name: 'Fault ECONNREFUSED', count: 1 },
    { kind: 'bug', name: 'Unknown', place: 'elsewhere' },
  ]);
  expect(taken[0]?.place).toMatch(/^platform\/error-stats\.test\.ts:\d+$/);
  expect(JSON.stringify(taken)).not.toContain('secret');
  expect([stats.take(), stats.totals()]).toEqual([[], { bug: 3, fault: 1 }]);
});

test('keeps a limited number of different errors, and counts all of them', () => {
  const stats = createErrorStats(() => 0);
  for (let count = 0; count < 1_000; count += 1)
    stats.note(Object.assign(new Error('x'), { code: `E${count}` }), 'bug');
  expect(stats.take().length).toBe(200);
  expect(stats.totals().bug).toBe(1_000);
});

test('counts errors of log entries: warnings as faults and errors as bugs, only with an error object', () => {
  const heard: unknown[] = [];
  const lines: string[] = [];
  const log = createLog('info', { write: (line) => void lines.push(line) }, (error, kind) =>
    heard.push([error, kind]),
  );
  const error = failing('x');
  log.child({ requestId: '1' }).error({ err: error }, 'bug');
  log.warn({ err: error }, 'fault');
  log.info({ err: error }, 'no news');
  log.error('nothing at hand');
  expect(heard).toEqual([
    [error, 'bug'],
    [error, 'fault'],
  ]);
  expect(lines).toHaveLength(4);
});
