import { expect, test, vi } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { logFailure } from './log-failure.ts';

test.each([
  [new Error('Connection terminated due to connection timeout'), 'warn'],
  [Object.assign(new Error('canceling statement'), { code: '57014' }), 'warn'],
  [new Fault('a document took too long'), 'warn'],
  [new TypeError('x is not a function'), 'error'],
  ['no error', 'error'],
] as const)('%s is logged as %s, with the ids that it concerns', (error, level) => {
  const log = { warn: vi.fn<() => void>(), error: vi.fn<() => void>() };
  logFailure(log as never, error, 'it failed', { documentId: 'd' });
  const other = level === 'warn' ? log.error : log.warn;
  expect(log[level].mock.calls).toEqual([[{ err: error, documentId: 'd' }, 'it failed']]);
  expect(other).not.toHaveBeenCalled();
});
