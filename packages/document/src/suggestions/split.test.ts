import { Editor } from '@tiptap/core';
import { TextSelection, type Transaction } from '@tiptap/pm/state';
import { initProseMirrorDoc } from '@tiptap/y-tiptap';
import { expect, test } from 'vitest';
import type * as Y from 'yjs';
import { textOfDoc } from '../content.ts';
import { documentExtensions } from '../extensions.ts';
import type { NodeJson } from '../json.ts';
import { editorSchema } from '../schema.ts';
import { decided, exchange, jsonOfNode, replicasOf, shown } from '../testing/people.ts';
import { writeChange } from '../writing/change.ts';
import { takeOffSuggestions } from './direct.ts';

/** What Enter does at a place in the text of a replica, as the editor of the page does it. */
function enter(doc: Y.Doc, at: number): void {
  const { doc: before, meta } = initProseMirrorDoc(textOfDoc(doc), editorSchema);
  const editor = new Editor({ element: null, extensions: documentExtensions, content: jsonOfNode(before) });
  const { state } = editor;
  editor.view.dispatch(state.tr.setSelection(TextSelection.create(state.doc, at)));
  const made: Transaction[] = [];
  editor.on('transaction', ({ transaction }) => void (transaction.docChanged && made.push(transaction)));
  if (!editor.commands.splitListItem('listItem')) editor.commands.splitBlock();
  const [split] = made;
  if (split === undefined) throw new Error('nothing was split');
  takeOffSuggestions(split);
  const { maps } = split.mapping;
  const after = before.type.schema.nodeFromJSON(split.doc.toJSON());
  doc.transact(() => writeChange(textOfDoc(doc), meta.mapping, { before, maps, after }));
  editor.destroy();
}

const changes = {
  heading: { to: { type: 'heading', attrs: { level: 2 } } },
  code: { to: { type: 'codeBlock', attrs: {} } },
  list: { wrap: [{ type: 'bulletList' }, { type: 'listItem' }] },
  quote: { wrap: [{ type: 'blockquote' }] },
};

const modification = (change: object): string => JSON.stringify({ id: 's', author: 'ben', at: 1, ...change });

const line = (attrs: object, type = 'doc', text = 'onetwo'): NodeJson => ({
  type,
  content: [{ type: 'paragraph', attrs: { ...attrs }, content: [{ type: 'text', text }] }],
});

test.each([
  ['heading', 0, 'doc(paragraph, heading("onetwo"))', 'doc(paragraph, paragraph("onetwo"))'],
  ['heading', 1, 'doc(heading("o"), heading("netwo"))', 'doc(paragraph("o"), paragraph("netwo"))'],
  ['heading', 5, 'doc(heading("onetw"), heading("o"))', 'doc(paragraph("onetw"), paragraph("o"))'],
  ['heading', 6, 'doc(heading("onetwo"), paragraph)', 'doc(paragraph("onetwo"), paragraph)'],
  ['code', 3, 'doc(codeBlock("one"), codeBlock("two"))', 'doc(paragraph("one"), paragraph("two"))'],
  ['list', 0, 'doc(bulletList(listItem(paragraph), listItem(paragraph("onetwo"))))', 'doc(paragraph, paragraph("onetwo"))'],
  [
    'list',
    3,
    'doc(bulletList(listItem(paragraph("one")), listItem(paragraph("two"))))',
    'doc(paragraph("one"), paragraph("two"))',
  ],
  ['quote', 3, 'doc(blockquote(paragraph("one"), paragraph("two")))', 'doc(paragraph("one"), paragraph("two"))'],
  ['quote', 6, 'doc(blockquote(paragraph("onetwo")), paragraph)', 'doc(paragraph("onetwo"), paragraph)'],
] as const)(
  'a paragraph that is to be a %s, split by the editor after %i letters, is so in both halves',
  (kind, at, accepted, rejected) => {
    const { ada } = replicasOf(line({ modification: modification(changes[kind]) }), ['ada']);
    enter(ada, 1 + at);
    expect([decided(shown(ada), 'accept').toString(), decided(shown(ada), 'reject').toString()]).toEqual([accepted, rejected]);
  },
);

test.each([
  [1, 'doc(paragraph("o"), heading("netwo"))'],
  [3, 'doc(heading("one"), paragraph("two"))'],
  [5, 'doc(heading("onetw"), paragraph("o"))'],
])('who splits a paragraph after %i letters before they know of the heading leaves it to the longer half', (at, accepted) => {
  const { ada, ben } = replicasOf(line({}), ['ada', 'ben']);
  enter(ada, 1 + at);
  ben.transact(() => (textOfDoc(ben).get(0) as Y.XmlElement).setAttribute('modification', modification(changes.heading)));
  exchange([ada, ben]);
  for (const doc of [ada, ben]) expect(decided(shown(doc), 'accept').toString()).toBe(accepted);
});

const stamp = JSON.stringify({ id: 's', author: 'ben', at: 1 });
const list = (...items: NodeJson[]): NodeJson => ({ type: 'doc', content: [{ type: 'bulletList', content: items }] });
const mark = { type: 'insertion', attrs: { id: 's', author: 'ben', at: 1, by: '101', split: null } };

test.each([0, 3])('an item that is to go, split by the editor after %i letters, goes with both halves', (at) => {
  const { ada } = replicasOf(list(line({}, 'listItem', 'first'), { ...line({}, 'listItem'), attrs: { deletion: stamp } }), [
    'ada',
  ]);
  enter(ada, 12 + at);
  expect(decided(shown(ada), 'accept').toString()).toBe('doc(bulletList(listItem(paragraph("first"))))');
});

test.each([0, 3])('an item that is to come, split by the editor after %i letters, is gone when it is rejected', (at) => {
  const words = [{ type: 'text', text: 'onetwo', marks: [mark] }];
  const item = { type: 'listItem', attrs: { insertion: stamp }, content: [{ type: 'paragraph', content: words }] };
  const { ada } = replicasOf(list(line({}, 'listItem', 'first'), item), ['ada']);
  enter(ada, 12 + at);
  expect(decided(shown(ada), 'reject').toString()).toBe('doc(bulletList(listItem(paragraph("first"))))');
});

test('an item begun after one that is to go is there to stay', () => {
  const { ada } = replicasOf(list({ ...line({}, 'listItem'), attrs: { deletion: stamp } }), ['ada']);
  enter(ada, 9);
  expect(decided(shown(ada), 'accept').toString()).toBe('doc(bulletList(listItem(paragraph)))');
});
