import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { include, includeAll, includes, missing, type Ranges } from './ranges.ts';

const span = fc
  .tuple(fc.nat(60), fc.integer({ min: 1, max: 12 }))
  .map(([from, length]) => ({ from, to: from + length }));

function members(ranges: Ranges): Set<number> {
  const set = new Set<number>();
  for (let i = 0; i < ranges.length; i += 2)
    for (let k = ranges[i] as number; k < (ranges[i + 1] as number); k += 1) set.add(k);
  return set;
}

describe('ranges', () => {
  test('behave like a set of numbers, and stay sorted and merged', () => {
    fc.assert(
      fc.property(fc.array(span, { maxLength: 30 }), span, (spans, probe) => {
        const ranges: Ranges = [];
        const set = new Set<number>();
        for (const { from, to } of spans) {
          include(ranges, from, to);
          for (let k = from; k < to; k += 1) set.add(k);
        }
        expect(members(ranges)).toEqual(set);
        for (let i = 1; i < ranges.length; i += 1)
          expect(ranges[i]).toBeGreaterThan(ranges[i - 1] as number);
        const wanted = [...Array(probe.to - probe.from).keys()].map((k) => k + probe.from);
        expect(includes(ranges, probe.from, probe.to)).toBe(wanted.every((k) => set.has(k)));
        expect(members(missing(ranges, probe.from, probe.to))).toEqual(
          new Set(wanted.filter((k) => !set.has(k))),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  test('including many ranges at once equals including them one by one', () => {
    const spans = fc.array(
      fc
        .tuple(fc.nat(400), fc.integer({ min: 1, max: 5 }))
        .map(([from, length]) => ({ from, to: from + length })),
      { maxLength: 80 },
    );
    fc.assert(
      fc.property(spans, spans, (before, additions) => {
        const [all, single]: [Ranges, Ranges] = [[], []];
        for (const { from, to } of before)
          [all, single].forEach((ranges) => include(ranges, from, to));
        const inOrder = additions.toSorted((a, b) => a.from - b.from);
        includeAll(
          all,
          inOrder.flatMap(({ from, to }) => [from, to]),
        );
        for (const { from, to } of inOrder) include(single, from, to);
        expect(all).toEqual(single);
      }),
      { numRuns: 1_000 },
    );
  });
});
