import { documentSchema as schema } from '@longhand/document';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { around, blockAt, blockStarts, joined, rangeOf, spanOf } from './block-ranges.ts';

const docOf = (lengths: readonly number[]) =>
  schema.node(
    'doc',
    null,
    lengths.map((length) =>
      schema.node('paragraph', null, length === 0 ? [] : [schema.text('x'.repeat(length))]),
    ),
  );

const lengths = fc.array(fc.nat(5), { minLength: 1, maxLength: 30 });

test('the block at a position is the one that ProseMirror resolves', () => {
  fc.assert(
    fc.property(lengths, (given) => {
      const doc = docOf(given);
      expect(blockStarts(doc)).toHaveLength(doc.childCount + 1);
      for (let pos = 0; pos <= doc.content.size; pos += 1) {
        const expected = Math.min(doc.resolve(pos).index(0), doc.childCount - 1);
        expect(blockAt(doc, pos), `position ${pos}`).toBe(expected);
      }
    }),
  );
});

test('the range of a span touches the blocks of the span, and no others', () => {
  fc.assert(
    fc.property(lengths, fc.nat(), fc.nat(), (given, a, b) => {
      const doc = docOf(given);
      const [first = 0, last = 0] = [a, b].map((n) => n % doc.childCount).toSorted((x, y) => x - y);
      expect(spanOf(doc, rangeOf(doc, { first, last }))).toEqual({ first, last });
    }),
  );
});

test('a span around a block ends at the ends of the document', () => {
  const doc = docOf([1, 1, 1, 1, 1]);
  expect(around(doc, 0, 2)).toEqual({ first: 0, last: 2 });
  expect(around(doc, 4, 2)).toEqual({ first: 2, last: 4 });
  expect(around(doc, 2, 9)).toEqual({ first: 0, last: 4 });
});

test('spans that overlap or are adjacent are joined, in order', () => {
  expect(
    joined([
      { first: 20, last: 30 },
      { first: 0, last: 5 },
      { first: 6, last: 8 },
      { first: 3, last: 4 },
      { first: 25, last: 40 },
    ]),
  ).toEqual([
    { first: 0, last: 8 },
    { first: 20, last: 40 },
  ]);
});
