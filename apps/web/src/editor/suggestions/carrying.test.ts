import { documentSchema as schema } from '@longhand/document';
import type { Editor } from '@tiptap/core';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { CellSelection } from '@tiptap/pm/tables';
import { carries } from '@longhand/text';
import { expect, test } from 'vitest';
import { carrying, isCells } from './carrying.ts';

const meta = { id: 's', author: 'ben', at: 1 };
const [p, text] = [
  schema.nodes.paragraph!,
  (words: string, ...marks: string[]) =>
    schema.text(
      words,
      marks.map((name) => schema.mark(name, meta)),
    ),
];
const struck = p.create({ deletion: JSON.stringify([meta]) }, text('gone', 'deletion'));
const item = schema.nodes.listItem!.create(null, struck);
const doc = schema.node('doc', null, [
  p.create(null, [text('stays '), text('goes ', 'deletion'), text('comes', 'insertion')]),
  struck,
  schema.nodes.bulletList!.create(null, item),
]);

/** Inserts all blocks of the document again at its end, prepared by `carry`. */
function copied(isOn: boolean): Transaction | null {
  const editor = { storage: { suggesting: { isOn, author: 'ada' } } } as Editor;
  const { tr } = EditorState.create({ doc });
  return carrying(editor, 'move', (carry) => tr.insert(doc.content.size, carry(doc.content)));
}

test('moving a block in Suggesting omits struck letters, struck blocks and other suggestions', () => {
  const moved = copied(true);
  expect(moved?.getMeta(carries)).toBeUndefined();
  expect(moved?.doc.childCount).toBe(doc.childCount + 1);
  expect(moved?.doc.lastChild?.toString()).toBe('paragraph("stays comes")');
});

test('moving a block in Editing keeps its suggestions', () => {
  const moved = copied(false);
  expect(moved?.getMeta(carries)).toBe(true);
  expect(moved?.doc.slice(doc.content.size).content.eq(doc.content)).toBe(true);
});

test('distinguishes a selection of text in a cell from a selection of cells', () => {
  const cell = schema.nodes.tableCell!.create(null, p.create(null, text('words')));
  const row = schema.nodes.tableRow!.create(null, [cell, cell]);
  const { doc: table } = EditorState.create({
    doc: schema.node('doc', null, [schema.nodes.table!.create(null, [row, row])]),
  });
  expect(isCells(TextSelection.create(table, 5, 7).content())).toBe(false);
  const places: number[] = [];
  table.descendants(
    (node, pos) => void (node.type.spec['tableRole'] === 'cell' && places.push(pos)),
  );
  const [first = 0, second = 0, third = 0, fourth = 0] = places;
  for (const other of [first, second, third, fourth])
    expect(isCells(CellSelection.create(table, first, other).content())).toBe(true);
});
