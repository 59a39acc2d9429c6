import { documentSchema as schema } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { EditorState, type Transaction } from '@tiptap/pm/state';
import { carries } from '@longhand/text';
import { expect, test } from 'vitest';
import { carrying } from './carrying.ts';

const stamp = { id: 's', author: 'ben', at: 1 };
const [p, text] = [
  schema.nodes.paragraph!,
  (words: string, ...marks: string[]) =>
    schema.text(
      words,
      marks.map((name) => schema.mark(name, stamp)),
    ),
];
const struck = p.create({ deletion: JSON.stringify([stamp]) }, text('gone', 'deletion'));
const item = schema.nodes.listItem!.create(null, struck);
const doc = schema.node('doc', null, [
  p.create(null, [text('stays '), text('goes ', 'deletion'), text('comes', 'insertion')]),
  struck,
  schema.nodes.bulletList!.create(null, item),
]);

/** Inserts all blocks of the document again, at its end, as they are carried. */
function copied(isOn: boolean): Transaction | null {
  const editor = { storage: { suggesting: { isOn, author: 'ada' } } } as Editor;
  const { tr } = EditorState.create({ doc });
  return carrying(editor, 'move', (carry) => tr.insert(doc.content.size, carry(doc.content)));
}

test('a block that is moved in Suggesting does not take along struck letters, struck blocks or other suggestions', () => {
  const moved = copied(true);
  expect(moved?.getMeta(carries)).toBeUndefined();
  expect(moved?.doc.childCount).toBe(doc.childCount + 1);
  expect(moved?.doc.lastChild?.toString()).toBe('paragraph("stays comes")');
});

test('a block that is moved in Editing takes its suggestions along', () => {
  const moved = copied(false);
  expect(moved?.getMeta(carries)).toBe(true);
  expect(moved?.doc.slice(doc.content.size).content.eq(doc.content)).toBe(true);
});
