import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  addLatency,
  addLatencies,
  bounds,
  countOf,
  quantile,
  type LatencyHistogram,
} from './latency-histogram.ts';

function counted(all: readonly number[]): LatencyHistogram {
  const histogram: LatencyHistogram = {};
  for (const ms of all) addLatency(histogram, ms);
  return histogram;
}

test('an empty histogram has no quantile', () => {
  expect(quantile({}, 0.5)).toBe(null);
});

test('a quantile is accurate to within thirty percent', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.2, max: 80_000, noNaN: true }), { minLength: 1 }),
      (all) => {
        const sorted = all.toSorted((a, b) => a - b);
        for (const q of [0.5, 0.95, 0.99]) {
          const exact = sorted[Math.max(1, Math.ceil(all.length * q)) - 1] ?? 0;
          const near = quantile(counted(all), q) ?? 0;
          expect(near / exact).toBeGreaterThan(0.7);
          expect(near / exact).toBeLessThan(1.3);
        }
      },
    ),
  );
});

test('merged histograms equal one histogram of all durations', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0, max: 1e9, noNaN: true })),
      fc.array(fc.double({ min: 0, max: 9, noNaN: true })),
      (a, b) => {
        const together = counted(a);
        addLatencies(together, counted(b));
        expect(together).toEqual(counted([...a, ...b]));
        expect(countOf(together)).toBe(a.length + b.length);
      },
    ),
  );
});

test('the bucket bounds increase strictly', () => {
  expect(bounds).toEqual(bounds.toSorted((a, b) => a - b));
  expect(new Set(bounds).size).toBe(60);
});
