import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPlainText } from './plain-text.ts';

type Edit = { place: number; deleted: number; inserted: string };

const edit: fc.Arbitrary<Edit> = fc.record({
  place: fc.double({ min: 0, max: 1, noNaN: true }),
  deleted: fc.oneof(fc.nat(3), fc.nat(5_000)),
  inserted: fc.oneof(
    { weight: 5, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    {
      weight: 1,
      arbitrary: fc.constantFrom('x'.repeat(5_000), '🖋'.repeat(3_000), 'a🖋'.repeat(2_000)),
    },
  ),
});

describe('a text edited by code points', () => {
  it('equals a list of code points after the same edits, and returns UTF-16 positions', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'binary' }),
        fc.array(edit, { maxLength: 40 }),
        (start, edits) => {
          const text = createPlainText(start);
          let units = start;
          let points = [...start];
          for (const { place, deleted, inserted } of edits) {
            const position = Math.floor(place * points.length);
            const count = Math.min(deleted, points.length - position);
            const { at, length } = text.replace(position, count, inserted);
            units = units.slice(0, at) + inserted + units.slice(at + length);
            points = [...points.slice(0, position), ...inserted, ...points.slice(position + count)];
          }
          expect(text.toString()).toBe(points.join(''));
          expect(units).toBe(points.join(''));
        },
      ),
      { numRuns: 200 },
    );
  });

  it.each([
    [4, 0, 'position 4 lies beyond the end'],
    [2, 2, '2 characters from 2 go beyond the end'],
  ])('refuses an edit beyond its end (%i, %i)', (position, deleted, sentence) => {
    expect(() => createPlainText('a🖋b').replace(position, deleted, '')).toThrow(sentence);
  });
});
