import fc from 'fast-check';
import { expect, test } from 'vitest';
import { align } from './align.ts';
import { editsOf, tokensOf } from './tokens.ts';

const keys = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 30 });

/** Returns the length of the longest common subsequence, by the basic algorithm. */
function longest(one: readonly string[], other: readonly string[]): number {
  let row = Array.from({ length: other.length + 1 }, () => 0);
  for (const key of one) {
    const next = [0];
    for (const [index, each] of other.entries()) {
      next.push(
        key === each ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0),
      );
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}

test('finds a longest common subsequence of two lists', () => {
  fc.assert(
    fc.property(keys, keys, (before, after) => {
      const matches = align(before, after);
      expect(matches.every(([b, a]) => before[b] === after[a])).toBe(true);
      expect(
        matches.every(
          ([b, a], index) =>
            index === 0 ||
            (b > (matches[index - 1]?.[0] ?? -1) && a > (matches[index - 1]?.[1] ?? -1)),
        ),
      ).toBe(true);
      expect(matches).toHaveLength(longest(before, after));
    }),
  );
});

test('aligns lists that are too long for the exact algorithm by their unique elements', () => {
  const before = Array.from({ length: 20_000 }, (_, index) =>
    index % 3 === 0 ? `only ${index}` : 'often',
  );
  const after = before.toSpliced(10_000, 50, 'new').toSpliced(5, 1).toSpliced(15_000, 0, 'newer');
  const matches = align(before, after);
  expect(matches.length).toBeGreaterThan(19_900);
  expect(matches.every(([b, a]) => before[b] === after[a])).toBe(true);
});

test('handles long lists without common or without unique elements', () => {
  const same = Array.from({ length: 20_000 }, () => 'a');
  expect(
    align(
      same,
      same.map(() => 'b'),
    ),
  ).toEqual([]);
  expect(align(same, [...same, 'a'])).toHaveLength(20_000);
  expect(align(['x', ...same, 'y'], ['p', ...same, 'q']).length).toBeLessThanOrEqual(20_000);
});

test('the tokens of a text concatenate to it, and the edits between two texts turn one into the other', () => {
  const text = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.string({ unit: fc.constantFrom(...'ab 日本のיש.’'), maxLength: 40 }),
  );
  fc.assert(
    fc.property(text, text, (before, after) => {
      expect(tokensOf(before).join('')).toBe(before);
      let result = before;
      for (const { at, removed, added } of editsOf(before, after).toReversed()) {
        result = result.slice(0, at) + added + result.slice(at + removed);
      }
      expect(result).toBe(after);
    }),
  );
});
