import { documentExtensions } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { Slice, type Node } from '@tiptap/pm/model';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { ySyncPluginKey } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import { movedBy } from './movedBy.ts';

const schema = getSchema(documentExtensions);
const docOf = (...lines: string[]): Node =>
  schema.node(
    'doc',
    null,
    lines.map((text) => schema.node('paragraph', null, [schema.text(text)])),
  );

/** What comes from others: whole blocks in the place of others, the last one first. */
function received(before: Node, blocks: Readonly<Record<number, string>>): Transaction {
  const { tr } = EditorState.create({ doc: before });
  for (const [at, text] of Object.entries(blocks).toReversed()) {
    const from = before.content.content.slice(0, Number(at)).reduce((sum, { nodeSize }) => sum + nodeSize, 0);
    tr.replace(from, from + before.child(Number(at)).nodeSize, new Slice(docOf(text).content, 0, 0));
  }
  return tr.setMeta(ySyncPluginKey, { isChangeOrigin: true });
}

test('where others write at two places at once, what stands between them and beside their letters stays, and moves', () => {
  const moved = movedBy(received(docOf('one', 'two', 'three'), { 0: 'one!', 2: 'thr-ee' }));
  const deleted = (pos: number): boolean => moved.mapResult(pos).deleted;
  // Within 'one', within 'two', before and behind the letter in 'three'.
  expect([2, 7, 12, 15].map((pos) => moved.map(pos))).toEqual([2, 8, 13, 17]);
  expect([2, 7, 12, 15].some(deleted)).toBe(false);
});

test('what goes from a block is gone, and a block that is the same again moves nothing', () => {
  const moved = movedBy(received(docOf('abcd', 'two'), { 0: 'ad', 1: 'two' }));
  expect(moved.mapResult(3).deleted).toBe(true);
  expect(moved.map(8)).toBe(6);
});

test('what is written here moves what stands in the text as it says', () => {
  const { tr } = EditorState.create({ doc: docOf('abcd') });
  tr.delete(2, 4);
  expect(movedBy(tr)).toBe(tr.mapping);
});
