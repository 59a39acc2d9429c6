import type { Node } from '@tiptap/pm/model';
import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { CellSelection, deleteRow, mergeCells } from '@tiptap/pm/tables';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { joinIntoContainer } from './joining.ts';
import { Replica } from './replica.ts';
import { change, edit, node, replicaOf, shown, suggestion, text } from './replica.testing.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

test('rejecting all suggestions restores the original, and accepting all gives the author’s version', () => {
  const acts: ((tr: Transaction) => unknown)[] = [
    (tr) => tr.insertText('new ', 7),
    (tr) => tr.delete(3, 8),
    (tr) => tr.insertText('you', 7, 12),
    (tr) => tr.split(6),
    (tr) => tr.join(13),
    (tr) => tr.delete(4, 16),
    (tr) => tr.addMark(1, 6, testSchema.mark('bold')),
    (tr) => tr.setBlockType(0, 5, testSchema.nodes['heading']!, { level: 2 }),
    (tr) => tr.wrap(tr.doc.resolve(1).blockRange()!, [{ type: testSchema.nodes['blockquote']! }]),
    (tr) =>
      tr.replaceWith(
        0,
        13,
        node('table', node('tableRow', node('tableCell', node('paragraph', 'cell')))),
      ),
  ];
  for (const act of acts) {
    const replica = replicaOf(node('paragraph', 'Hello world'), node('paragraph', 'and more'));
    const before = replica.rendering.doc;
    const tr = EditorState.create({ doc: before }).tr;
    act(tr);
    replica.write({ after: tr.doc, mapping: tr.mapping }, suggestion('s1'));
    expect(replica.view('original').toString()).toBe(before.toString());
    expect(replica.view('accepted').toString()).toBe(tr.doc.toString());
    replica.rendering.doc.check();
    expect(replica.rendering.doc.toJSON()).not.toEqual(before.toJSON());
  }
});

test('replacing a word as a suggestion deletes and inserts whole words', () => {
  const replica = replicaOf(node('paragraph', 'Owls fly'));
  change(replica, suggestion('s'), (tr) => tr.insertText('Bats', 1, 5));
  expect(shown(replica)).toBe('doc(paragraph(deletion("Owls"), insertion("Bats"), " fly"))');
});

test.each([
  ['a list', (words: string) => node('bulletList', node('listItem', node('paragraph', words)))],
  [
    'a nested list',
    (words: string) =>
      node(
        'bulletList',
        node(
          'listItem',
          node('paragraph', 'one'),
          node('bulletList', node('listItem', node('paragraph', words))),
        ),
      ),
  ],
  ['a quote', (words: string) => node('blockquote', node('paragraph', words))],
])(
  'text behind %s that is joined into it keeps its content and its suggestions',
  (_name, around) => {
    const replica = replicaOf(around('The quick brown '), node('paragraph', 'fox jumps'));
    const start = replica.rendering.doc.firstChild!.nodeSize + 1;
    change(replica, suggestion('s1'), (tr) => tr.delete(start, start + 3));
    change(replica, suggestion('s2'), (tr) => tr.insertText('wolf', start + 3));
    const [original, accepted] = (['original', 'accepted'] as const).map(
      (view) => replica.view(view).textContent,
    );
    const units = Y.encodeStateVector(replica.doc).join();
    const state = EditorState.create({ doc: replica.rendering.doc });
    const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start)));
    expect(
      joinIntoContainer(selected, ({ doc, mapping }) =>
        replica.write({ after: doc, mapping }, edit),
      ),
    ).toBe(true);
    expect(Y.encodeStateVector(replica.doc).join()).toBe(units);
    expect(replica.rendering.doc.childCount).toBe(1);
    expect([replica.view('original').textContent, replica.view('accepted').textContent]).toEqual([
      original,
      accepted,
    ]);
    expect(accepted).toMatch(/brown wolf jumps$/);
  },
);

test('text behind a list that ends with a table is moved into its last item, with its suggestions', () => {
  const table = node('table', node('tableRow', node('tableCell', node('paragraph', 'cell'))));
  const item = node('listItem', node('paragraph', 'one'), table);
  const replica = replicaOf(node('bulletList', item), node('paragraph', 'fox jumps'));
  const start = replica.rendering.doc.firstChild!.nodeSize + 1;
  change(replica, suggestion('s1'), (tr) => tr.delete(start, start + 3));
  change(replica, suggestion('s2'), (tr) => tr.insertText('wolf', start + 3));
  const units = Y.getState(replica.doc.store, 100);
  const letters = replica.view('marked').textContent;
  const state = EditorState.create({ doc: replica.rendering.doc });
  const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, start)));
  let caret = 0;
  expect(
    joinIntoContainer(selected, (tr) => {
      caret = tr.selection.$from.parentOffset;
      replica.write({ after: tr.doc, mapping: tr.mapping }, edit);
    }),
  ).toBe(true);
  // Only the container of the block is written.
  expect(Y.getState(replica.doc.store, 100)).toBe(units + 1);
  expect(replica.rendering.doc.childCount).toBe(1);
  expect(replica.rendering.doc.firstChild!.firstChild!.childCount).toBe(3);
  expect(replica.view('marked').textContent).toBe(letters);
  expect(replica.view('original').textContent).toBe('onecellfox jumps');
  expect(replica.view('accepted').textContent).toBe('onecellwolf jumps');
  expect(caret).toBe(0);
});

test('text with a suggested deletion keeps it when its cell is merged with another', () => {
  const cells = [
    node('tableCell', node('paragraph', 'one')),
    node('tableCell', node('paragraph', 'two three')),
  ];
  const replica = replicaOf(node('table', node('tableRow', ...cells)));
  const [first, second] = [2, 2 + cells[0]!.nodeSize];
  change(replica, suggestion('s1'), (tr) => tr.delete(second + 2, second + 6));
  const state = EditorState.create({ doc: replica.rendering.doc });
  const selected = state.apply(
    state.tr.setSelection(CellSelection.create(state.doc, first, second)),
  );
  const merge = mergeCells(selected, ({ doc, mapping }) =>
    replica.write({ after: doc, mapping, carries: true }, edit),
  );
  expect(merge).toBe(true);
  expect(replica.rendering.doc.firstChild?.firstChild?.childCount).toBe(1);
  expect(replica.view('original').textContent).toBe('onetwo three');
  expect(replica.view('accepted').textContent).toBe('onethree');
});

test('deleting the first row of a cell with a suggested span shows the cell as the command left it', () => {
  const row = (...words: string[]) =>
    node('tableRow', ...words.map((each) => node('tableCell', node('paragraph', each))));
  const replica = replicaOf(node('table', row('a', 'tall'), row('b'), row('c', 'd')));
  const tall = 2 + replica.rendering.doc.firstChild!.firstChild!.firstChild!.nodeSize;
  change(replica, suggestion('s1'), (tr) => {
    const { firstChild: table } = tr.doc;
    const second = 1 + table!.child(0).nodeSize;
    const end = second + table!.child(1).nodeSize - 1;
    tr.delete(end - table!.child(1).lastChild!.nodeSize, end).setNodeAttribute(tall, 'rowspan', 2);
  });
  const state = EditorState.create({ doc: replica.rendering.doc });
  const selected = state.apply(state.tr.setSelection(TextSelection.create(state.doc, 4)));
  let after: string[] = [];
  const spans = (doc: Node): string[] => {
    const found: string[] = [];
    doc.descendants(({ type, attrs, textContent }) => {
      if (type.name === 'tableCell') found.push(`${textContent} ${String(attrs['rowspan'])}`);
    });
    return found;
  };
  deleteRow(selected, ({ doc, mapping }) => {
    after = spans(doc);
    replica.write({ after: doc, mapping, carries: true }, edit);
  });
  expect(after).toEqual(['b 1', 'tall 1', 'c 1', 'd 1']);
  for (const view of ['original', 'accepted'] as const)
    expect(spans(replica.view(view))).toEqual(after);
  expect(spans(replica.rendering.doc)).toEqual(after);
});

test('undo by a reviewer restores their own suggestion, and no entry of another user', () => {
  const replica = replicaOf(node('paragraph', 'one two'));
  change(replica, suggestion('s1', 'ann'), (tr) => tr.insertText('new ', 5));
  change(replica, suggestion('s2', 'eve'), (tr) => tr.delete(5, 9));
  replica.closeStep();
  replica.decide({ verdict: 'reject', ids: ['s1'] });
  replica.closeStep();
  const entries = (id: string): number =>
    replica.roots.suggestions.toArray().filter((entry) => (entry as { id?: string }).id === id)
      .length;
  const before = entries('s2');
  expect(replica.undo('undo', suggestion('s3', 'ann'))).toBe(true);
  expect(replica.rendering.doc.textContent).toBe('one new two');
  expect(entries('s2')).toBe(before);
});

test('a moved part of a paragraph keeps its rendered type although a code block is suggested for it', () => {
  const [ada, ben] = [
    replicaOf(node('paragraph', 'Start'), node('paragraph', 'Words')),
    new Replica(new Y.Doc(), testGrammar, 200),
  ];
  Y.applyUpdate(ben.doc, Y.encodeStateAsUpdate(ada.doc));
  change(ada, edit, (tr) => tr.insert(13, testSchema.node('mention', { id: 'u1' })));
  change(ben, suggestion('s1', 'ben'), (tr) =>
    tr.setBlockType(8, 13, testSchema.nodes['codeBlock']),
  );
  Y.applyUpdate(ada.doc, Y.encodeStateAsUpdate(ben.doc));
  expect(shown(ada)).toBe('doc(paragraph("Start"), paragraph("Words", mention))');
  const tr = EditorState.create({ doc: ada.rendering.doc }).tr;
  const part = tr.doc.child(1).cut(0, 5);
  tr.delete(8, 13).insert(tr.doc.content.size, part);
  ada.write({ after: tr.doc, mapping: tr.mapping, carries: true }, edit);
  expect(shown(ada)).toBe('doc(paragraph("Start"), paragraph(mention), paragraph("Words"))');
});

test('a line break typed over a deleted one in a suggestion is a new line break', () => {
  const replica = replicaOf(
    node(
      'paragraph',
      text('One'),
      node('hardBreak'),
      text('two'),
      node('hardBreak'),
      text('three'),
    ),
  );
  const ada = suggestion('s1');
  change(replica, ada, (tr) => tr.delete(4, 8));
  change(replica, ada, (tr) => tr.replaceWith(4, 9, node('hardBreak')));
  expect(replica.view('accepted').toString()).toBe('doc(paragraph("One", hardBreak, "three"))');
  expect(replica.view('original').toString()).toBe(
    'doc(paragraph("One", hardBreak, "two", hardBreak, "three"))',
  );
});

test('a suggested mark is kept when its block becomes code and a paragraph again', () => {
  const replica = replicaOf(node('paragraph', 'Words'));
  change(replica, suggestion('s1'), (tr) => tr.addMark(1, 3, testSchema.mark('bold')));
  change(replica, edit, (tr) => tr.setBlockType(1, 6, testSchema.nodes['codeBlock']));
  expect(shown(replica)).toBe('doc(codeBlock(modification("Wo"), "rds"))');
  change(replica, edit, (tr) => tr.setBlockType(1, 6, testSchema.nodes['paragraph']));
  expect(replica.view('accepted').toString()).toBe('doc(paragraph(bold("Wo"), "rds"))');
  expect(replica.view('original').toString()).toBe('doc(paragraph("Words"))');
});

test('accepted text that is deleted and restored by undo is a suggestion again once its acceptance is undone', () => {
  const replica = replicaOf(node('paragraph', 'Owls'));
  change(replica, suggestion('s', 'ben'), (tr) => tr.insertText(' fly', 5));
  const suggested = replica.rendering.doc;
  replica.closeStep();
  replica.decide({ verdict: 'accept', ids: ['s'] });
  replica.closeStep();
  change(replica, edit, (tr) => tr.delete(3, 8));
  // The second round restores units that were restored before.
  for (let round = 0; round < 2; round += 1) {
    replica.undo('undo', edit);
    expect(shown(replica)).toBe('doc(paragraph("Owls fly"))');
    replica.undo('undo', edit);
    expect(replica.rendering.doc.toJSON()).toEqual(suggested.toJSON());
    replica.undo('redo', edit);
    replica.undo('redo', edit);
    expect(shown(replica)).toBe('doc(paragraph("Owy"))');
  }
  replica.undo('undo', edit);
  replica.undo('undo', edit);
  replica.decide({ verdict: 'reject', ids: ['s'] });
  expect(shown(replica)).toBe('doc(paragraph("Owls"))');
});

test('undo by a reviewer restores text among text of other marks without setting marks', () => {
  const editors = replicaOf(node('paragraph', 'Owls fly'));
  const doc = new Y.Doc();
  const reviewers = new Replica(doc, testGrammar, 200);
  const send = (from: Y.Doc, to: Y.Doc): Uint8Array => {
    const update = Y.encodeStateAsUpdate(from, Y.encodeStateVector(to));
    Y.applyUpdate(to, update);
    return update;
  };
  send(editors.doc, doc);
  change(reviewers, suggestion('s', 'ben'), (tr) => tr.insertText(' can', 5));
  reviewers.closeStep();
  reviewers.decide({ verdict: 'reject', ids: ['s'] });
  change(editors, edit, (tr) => tr.addMark(1, 9, testSchema.mark('bold')));
  send(editors.doc, doc);
  reviewers.undo('undo', suggestion('s2', 'ben'));
  const kinds = Y.decodeUpdate(send(doc, editors.doc)).structs.map((struct) =>
    struct instanceof Y.Item ? struct.content.constructor.name : '',
  );
  expect(kinds).not.toContain('ContentFormat');
  expect(editors.view('accepted').toString()).toBe(
    'doc(paragraph(bold("Owls"), " can", bold(" fly")))',
  );
  expect(editors.view('original').toString()).toBe('doc(paragraph(bold("Owls fly")))');
});
