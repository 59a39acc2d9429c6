import { Mapping, StepMap } from '@tiptap/pm/transform';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergedMaps } from './merged-maps.ts';

const size = 12;

/** A change that replaces a part of a text of `length` units, as the sizes of its parts. */
function changeOf(length: number, [at, cut, added]: readonly [number, number, number]): StepMap {
  const start = at % (length + 1);
  return new StepMap([start, Math.min(cut, length - start), added]);
}

test('typing and deleting at one place has a single map', () => {
  const typed = [new StepMap([5, 0, 1]), new StepMap([6, 0, 1]), new StepMap([6, 1, 0])];
  const [map, ...others] = mergedMaps([], [...typed, new StepMap([6, 0, 3])]);
  expect(others).toEqual([]);
  expect([4, 5, 6].map((pos) => map?.map(pos))).toEqual([4, 9, 10]);
});

test('changes at two places keep two maps', () => {
  expect(mergedMaps([new StepMap([5, 0, 1])], [new StepMap([2, 0, 1])])).toHaveLength(2);
});

test('merged maps map every position as the changes do', () => {
  const change = fc.tuple(fc.nat(40), fc.nat(3), fc.nat(3));
  fc.assert(
    fc.property(fc.array(change, { maxLength: 12 }), (changes) => {
      const maps: StepMap[] = [];
      let length = size;
      for (const each of changes) {
        const map = changeOf(length, each);
        map.forEach((start, end, newStart, newEnd) => {
          length += newEnd - newStart - (end - start);
        });
        maps.push(map);
      }
      const merged = new Mapping([
        ...maps.reduce((before: readonly StepMap[], map) => mergedMaps(before, [map]), []),
      ]);
      const all = new Mapping(maps);
      for (let pos = 0; pos <= size; pos += 1)
        for (const side of [-1, 1])
          expect([pos, side, merged.map(pos, side)]).toEqual([pos, side, all.map(pos, side)]);
    }),
    { numRuns: 2_000 },
  );
});
