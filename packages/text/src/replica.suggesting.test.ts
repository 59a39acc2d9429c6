import { EditorState, TextSelection, type Transaction } from '@tiptap/pm/state';
import { CellSelection, mergeCells } from '@tiptap/pm/tables';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { joinIntoContainer } from './joining.ts';
import { Replica } from './replica.ts';
import { change, edit, node, replicaOf, shown, suggestion, text } from './replica.testing.ts';
import { testGrammar, testSchema } from './testing/schema.ts';

test('suggestions leave the text as it is: rejecting all gives the text of before, accepting all what the author saw', () => {
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

test('a word in the place of another one replaces all of its letters', () => {
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
  'words behind %s that are joined into it stay the same, with what is suggested about them',
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

test('words that are suggested to be deleted stay so when their cell is merged with another', () => {
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

test('a reviewer who undoes restores own suggestions, and no entry of another user', () => {
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

test('a part of a paragraph that is moved is what it was shown as, though code is suggested for the paragraph', () => {
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

test('a line break that is typed over one that is suggested to be deleted is another one', () => {
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

test('a mark that is suggested for letters stays so when their block becomes code, and a paragraph again', () => {
  const replica = replicaOf(node('paragraph', 'Words'));
  change(replica, suggestion('s1'), (tr) => tr.addMark(1, 3, testSchema.mark('bold')));
  change(replica, edit, (tr) => tr.setBlockType(1, 6, testSchema.nodes['codeBlock']));
  expect(shown(replica)).toBe('doc(codeBlock(modification("Wo"), "rds"))');
  change(replica, edit, (tr) => tr.setBlockType(1, 6, testSchema.nodes['paragraph']));
  expect(replica.view('accepted').toString()).toBe('doc(paragraph(bold("Wo"), "rds"))');
  expect(replica.view('original').toString()).toBe('doc(paragraph("Words"))');
});
