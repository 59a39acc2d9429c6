import { expect, test } from 'vitest';
import { Refusal } from '../platform/refusal.ts';
import { createLoginThrottle } from './login-throttle.ts';

const minute = 60_000;
const rule = { failures: 10, windowMs: 15 * minute, thenEveryMs: minute };

function start() {
  let time = 1_000_000;
  const attempts = createLoginThrottle({ clock: { now: () => time }, rule });
  return {
    pass: (ms: number) => void (time += ms),
    /** Returns the time to wait (s), or 0 if the attempt is allowed. */
    fail(account = 'ada'): number {
      try {
        attempts.begin(account);
        return 0;
      } catch (error) {
        if (error instanceof Refusal) return error.details.retryAfterSeconds ?? -1;
        throw error;
      }
    },
    succeed: () => attempts.begin('ada').succeeded(),
  };
}

test('allows ten failures, then one more attempt per minute', () => {
  const { fail, pass } = start();
  expect(Array.from({ length: 10 }, () => fail())).toEqual(Array.from({ length: 10 }, () => 0));
  expect(fail()).toBe(60);
  pass(minute - 1);
  expect(fail()).toBe(1);
  pass(1);
  expect(fail()).toBe(0);
  expect(fail()).toBe(60);
});

test('counts accounts separately', () => {
  const { fail } = start();
  for (let count = 0; count < 10; count += 1) fail();
  expect(fail('grace')).toBe(0);
});

test('allows ten failures again after fifteen minutes without attempts', () => {
  const { fail, pass } = start();
  for (let count = 0; count < 10; count += 1) fail();
  pass(15 * minute);
  expect(Array.from({ length: 10 }, () => fail())).toEqual(Array.from({ length: 10 }, () => 0));
  expect(fail()).toBe(60);
});

test('a success removes only its own attempt, not the failures before it', () => {
  const { fail, succeed } = start();
  for (let count = 0; count < 9; count += 1) fail();
  succeed();
  succeed();
  expect(fail()).toBe(0);
  expect(fail()).toBe(60);
});

test('counts concurrent attempts before they fail', () => {
  let time = 0;
  const attempts = createLoginThrottle({ clock: { now: () => (time += 1) }, rule });
  const begun = Array.from({ length: 10 }, () => attempts.begin('ada'));
  expect(() => attempts.begin('ada')).toThrow(Refusal);
  begun[0]?.succeeded();
  expect(() => attempts.begin('ada')).not.toThrow();
});
