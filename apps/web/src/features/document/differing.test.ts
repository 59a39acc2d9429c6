import { documentExtensions } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { Fragment, type Node } from '@tiptap/pm/model';
import { assert, array, constantFrom, property } from 'fast-check';
import { expect, test } from 'vitest';
import { partsThatDiffer } from './differing.ts';

const schema = getSchema(documentExtensions);
const block = (text: string): Node => schema.node('paragraph', null, [schema.text(text)]);
const [a, b, c, d, e] = ['a', 'bb', 'ccc', 'dddd', 'e'].map(block) as [Node, Node, Node, Node, Node];

const told = (before: readonly Node[], after: readonly Node[]): string[] =>
  partsThatDiffer(Fragment.from(before), Fragment.from(after)).map(
    ({ from, to, content }) => `${from}-${to} ${content.content.map((node) => node.textContent).join(' ')}`,
  );

test('changes at two places are two parts, and what stands between them is in neither', () => {
  expect(told([a, b, c, d], [e, b, c, e])).toEqual(['0-3 e', '12-18 e']);
  expect(told([a, b, c, d], [b, e, c])).toEqual(['0-3 ', '7-7 e', '12-18 ']);
});

test('blocks that follow each other and each changed are a part each; more or fewer of them are one', () => {
  expect(told([a, b, c, d], [a, d, e, d])).toEqual(['3-7 dddd', '7-12 e']);
  expect(told([a, b, c], [a, d, e, d, c])).toEqual(['3-7 dddd e dddd']);
});

test('what is the same has no part', () => {
  expect(told([a, b], [a, b])).toEqual([]);
  expect(told([], [])).toEqual([]);
});

test('put in from the last to the first, the parts make the other document', () => {
  const blocks = array(constantFrom(a, b, c, d, e), { maxLength: 12 });
  assert(
    property(blocks, blocks, (one, other) => {
      const [before, after] = [Fragment.from(one), Fragment.from(other)];
      const made = partsThatDiffer(before, after).reduceRight(
        (made, { from, to, content }) => made.cut(0, from).append(content).append(made.cut(to)),
        before,
      );
      // Beside each other, letters would be joined; blocks are not.
      expect(made.eq(after)).toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
