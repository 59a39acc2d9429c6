import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createSlidingWindow } from './sliding-window.ts';

function handClock() {
  let time = 1_000_000;
  return { now: () => time, pass: (ms: number) => void (time += ms) };
}

test('what is over the limit waits, and whoever waits as long as was said gets through', () => {
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

test('however calls come, no window of the length lets more than twice the limit through, nor the limit at once', () => {
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

test('a clock that is set back does not lock anyone out', () => {
  const clock = handClock();
  const window = createSlidingWindow({ clock, rate: { limit: 1, windowMs: 60_000 } });
  window.take('a');
  clock.pass(-3_600_000);
  expect(window.take('a')).toBe(0);
});

test('memory stays bounded: of very many keys the oldest is forgotten', () => {
  const clock = handClock();
  const window = createSlidingWindow({ clock, rate: { limit: 1, windowMs: 60_000 } });
  window.take('first');
  for (let key = 0; key < 100_000; key += 1) window.take(String(key));
  expect(window.take('first')).toBe(0);
  expect(window.take('99999')).toBeGreaterThan(0);
});
