import { documentSchema as schema } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { BlockHeights } from './block-heights.ts';
import { ViewportMemory } from './viewport-memory.ts';

const p = (words: string): Node =>
  schema.node('paragraph', null, words === '' ? [] : [schema.text(words)]);
const docOf = (...blocks: Node[]): Node => schema.node('doc', null, blocks);
const column = { width: 680, lineHeight: 30, fontSize: 20 };
const first = { first: 0, last: 39 };
const measured = { height: 77, above: 17, below: 0 };

test('an editor restores the heights and the position of the one before it', () => {
  const memory = new ViewportMemory();
  const doc = docOf(p('one'), p('two'));
  expect(memory.restore(doc, first)).toEqual(first);
  memory.heights.set(doc.child(1), measured);
  memory.save(doc, { first: 1, last: 1 });
  const again = docOf(p('one'), p('two'));
  expect(memory.restore(again, first)).toEqual({ first: 1, last: 1 });
  expect(memory.heights.of(again.child(1))).toEqual(measured);
  expect(memory.heights.measured(again.child(0))).toBeUndefined();
});

test('nothing is restored for a text with another number of blocks', () => {
  const memory = new ViewportMemory();
  const doc = docOf(p('one'), p('two'));
  memory.heights.set(doc.child(0), measured);
  memory.save(doc, { first: 1, last: 1 });
  const longer = docOf(p('one'), p('two'), p('three'));
  expect(memory.restore(longer, first)).toEqual(first);
  expect(memory.heights.measured(longer.child(0))).toBeUndefined();
});

test('the height of a block is estimated from its text until it is measured', () => {
  const heights = new BlockHeights();
  heights.setColumn(column);
  const short = p('one line');
  expect(heights.of(short).height).toBe(30);
  expect(heights.of(p('x'.repeat(739))).height).toBe(300);
  const list = schema.node('bulletList', null, [
    schema.node('listItem', null, [p('one')]),
    schema.node('listItem', null, [p('two')]),
  ]);
  expect(heights.of(list).height).toBe(60);
  const cell = (words: string): Node => schema.node('tableCell', null, [p(words)]);
  const table = schema.node('table', null, [
    schema.node('tableRow', null, [cell('one'), cell('x'.repeat(369))]),
  ]);
  expect(heights.of(table).height).toBe(300);
  heights.set(short, measured);
  expect(heights.of(short)).toEqual(measured);
});

test('heights are measured again when the column has another width', () => {
  const heights = new BlockHeights();
  expect(heights.setColumn(column)).toBe(true);
  expect(heights.setColumn({ ...column })).toBe(false);
  const block = p('one line');
  heights.set(block, measured);
  expect(heights.setColumn({ ...column, width: 300 })).toBe(true);
  expect(heights.measured(block)).toBeUndefined();
});
