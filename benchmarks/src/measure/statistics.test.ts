import { describe, expect, it } from 'vitest';
import { percentile, spreadOf } from './statistics.ts';

describe('statistics', () => {
  it('finds percentiles of unsorted values', () => {
    const values = Array.from({ length: 200 }, (_none, i) => (i * 7) % 200);
    expect(percentile(values, 0.5)).toBe(100);
    expect(percentile(values, 0.99)).toBe(198);
    expect(percentile([3], 0.99)).toBe(3);
    expect(percentile([], 0.5)).toBeNaN();
  });

  it('gives median, minimum and maximum of the rounds with a result', () => {
    expect(spreadOf([9, 1, 5])).toEqual({ median: 5, min: 1, max: 9 });
    expect(spreadOf([4, Number.NaN, 2])).toEqual({ median: 3, min: 2, max: 4 });
    expect(spreadOf([Number.NaN])).toBeNull();
  });
});
