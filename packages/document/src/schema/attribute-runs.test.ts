import fc from 'fast-check';
import { expect, test } from 'vitest';
import { attributeRuns } from './attribute-runs.ts';

const run = (from: number, to: number, client: number, clock: number) => ({
  from,
  to,
  client,
  clock,
  isNode: false,
});

test('splits runs by author, and leaves units without a known author open', () => {
  const ada = {
    name: 'ada',
    ranges: [
      [1, 0, 3],
      [1, 5, 6],
    ] as const,
  };
  const ben = {
    name: 'ben',
    ranges: [
      [1, 3, 4],
      [2, 0, 9],
    ] as const,
  };
  const said = attributeRuns([run(10, 18, 1, 0), run(20, 22, 2, 4), run(30, 31, 3, 0)], [ada, ben]);
  expect(said.map(({ from, to, by }) => [from, to, by?.name ?? null])).toEqual([
    [10, 13, 'ada'],
    [13, 14, 'ben'],
    [14, 15, null],
    [15, 16, 'ada'],
    [16, 18, null],
    [20, 22, 'ben'],
    [30, 31, null],
  ]);
});

test('a node counts as one unit regardless of its size in the document', () => {
  const ada = { ranges: [[1, 4, 5]] as const };
  expect(attributeRuns([{ from: 3, to: 5, client: 1, clock: 4, isNode: true }], [ada])).toEqual([
    { from: 3, to: 5, isNode: true, by: ada },
  ]);
});

test('assigns each character the author of its range, for any ranges', () => {
  const ranges = fc
    .uniqueArray(fc.integer({ min: 0, max: 40 }), { maxLength: 20 })
    .map((points) => {
      const sorted = points.toSorted((a, b) => a - b);
      return sorted.flatMap((from, i) =>
        i % 2 === 0 && sorted[i + 1] !== undefined
          ? [[1, from, sorted[i + 1] as number] as const]
          : [],
      );
    });
  fc.assert(
    fc.property(
      ranges,
      fc.integer({ min: 0, max: 40 }),
      fc.integer({ min: 1, max: 20 }),
      (given, clock, length) => {
        const written = given.map((range) => ({ ranges: [range] }));
        const letters = new Map<number, unknown>();
        for (const { from, to, by } of attributeRuns([run(100, 100 + length, 1, clock)], written))
          for (let i = from; i < to; i += 1) letters.set(i - 100 + clock, by);
        expect(letters.size).toBe(length);
        for (const [at, by] of letters)
          expect(by).toBe(
            written.find(({ ranges: [[, from, to] = [0, 0, 0]] }) => from <= at && at < to) ?? null,
          );
      },
    ),
  );
});
