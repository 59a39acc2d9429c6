import { Fragment, type Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { documentSchema as schema } from '../schema/schema.ts';
import { suggestionsOf } from './list.ts';

/**
 * Number of ranges or suggestions at which quadratic work takes minutes to hours, so that it
 * exceeds the time limit of a test.
 */
const times = 300_000;

const list = <T>(count: number, made: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => made(i));
const inserted = (id: string, text: string): Node =>
  schema.text(text, [schema.mark('insertion', { id, author: 'ada', at: 1 })]);
const paragraph = (content: readonly Node[] = []): Node =>
  schema.node('paragraph', null, Fragment.from(content));
const docOf = (blocks: readonly Node[]): Node => schema.node('doc', null, Fragment.from(blocks));

test('a suggestion with a range in each of very many blocks is listed in linear time', () => {
  const block = paragraph([schema.text('a'), inserted('s', 'b')]);
  const [found, ...others] = suggestionsOf(docOf(list(times, () => block)));
  expect(others).toEqual([]);
  expect(found?.added).toBe(list(times, () => 'b').join(' … '));
});

test('a suggestion with very many ranges in one block is listed in linear time', () => {
  const pieces = list(times, (i) => (i % 2 === 0 ? schema.text('a') : inserted('s', 'b')));
  const [found] = suggestionsOf(docOf([paragraph(pieces)]));
  expect(found?.added).toBe(list(times / 2, () => 'b').join(' … '));
});

test('very many suggestions in the same two blocks are listed in linear time', () => {
  const block = paragraph(list(times / 10, (i) => inserted(`s${i}`, 'b')));
  const found = suggestionsOf(docOf([block, ...list(times / 10, () => paragraph()), block]));
  expect(found).toHaveLength(times / 10);
  expect(found.every(({ added }) => added === 'b … b')).toBe(true);
});
