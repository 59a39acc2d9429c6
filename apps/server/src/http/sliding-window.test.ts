import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlidingWindow } from './sliding-window.ts';

function handClock() {
  let time = 1_000_000;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

test('refuses calls above the limit, and allows one after the returned wait time', () => {
  const clock = handClock();
  const window = createSlidingWindow({ clock, rate: { limit: 3, windowMs: 60_000 } });
  expect([1, 2, 3].map(() => window.take('a'))).toEqual([0, 0, 0]);
  const wait = window.take('a');
  expect(wait).toBeGreaterThan(0);
  expect(window.take('b')).toBe(0);
  clock.pass((wait - 1) * 1_000 - 1);
  expect(window.take('a')).toBeGreaterThan(0);
  clock.pass(1_001);
  expect(window.take('a')).toBe(0);
});

test('allows fewer than twice the limit in any window, and never more than the limit at once', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 9_000 }), { maxLength: 200 }), (pauses) => {
      const clock = handClock();
      const window = createSlidingWindow({ clock, rate: { limit: 5, windowMs: 10_000 } });
      const allowed: number[] = [];
      for (const pause of pauses) {
        clock.pass(pause);
        if (window.take('a') === 0) allowed.push(clock.now());
      }
      for (const from of allowed) {
        expect(allowed.filter((at) => at === from).length).toBeLessThanOrEqual(5);
        expect(allowed.filter((at) => at >= from && at < from + 10_000).length).toBeLessThan(10);
      }
    }),
  );
});

test('does not lock out a caller when the clock is set back', () => {
  const clock = handClock();
  const window = createSlidingWindow({ clock, rate: { limit: 1, windowMs: 60_000 } });
  window.take('a');
  clock.pass(-3_600_000);
  expect(window.take('a')).toBe(0);
});

test('forgets the oldest key above the maximum number of keys', () => {
  const clock = handClock();
  const window = createSlidingWindow({ clock, rate: { limit: 1, windowMs: 60_000 } });
  window.take('first');
  for (let key = 0; key < 100_000; key += 1) window.take(String(key));
  expect(window.take('first')).toBe(0);
  expect(window.take('99999')).toBeGreaterThan(0);
});
