import type { Node } from '@tiptap/pm/model';
import { liftListItem, sinkListItem, wrapInList } from '@tiptap/pm/schema-list';
import { wrapIn } from '@tiptap/pm/commands';
import { EditorState, TextSelection, type Command } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import type { Replica } from './replica.ts';
import { edit, node, replicaOf, suggestion } from './replica.testing.ts';
import { testSchema } from './testing/schema.ts';

const paragraph = (words: string): Node => node('paragraph', words);
const item = (words: string, ...more: Node[]): Node => node('listItem', paragraph(words), ...more);
const type = (name: string) => testSchema.nodes[name]!;

/** Returns the position of a word. */
function placeOf(doc: Node, word: string): number {
  let found = -1;
  doc.descendants((each, pos) => {
    if (each.isText && each.text === word) found = pos;
  });
  return found;
}

function suggestAt(replica: Replica, word: string, command: Command): void {
  const state = EditorState.create({ doc: replica.rendering.doc });
  const caret = TextSelection.create(state.doc, placeOf(state.doc, word));
  command(state.apply(state.tr.setSelection(caret)), ({ doc, mapping }) =>
    replica.write({ after: doc, mapping }, suggestion('s1')),
  );
}

/** Moves the block that contains a word, at a depth, past its sibling, as the editor does. */
function move(replica: Replica, word: string, depth: number, way: 'up' | 'down'): void {
  const { doc } = replica.rendering;
  const { tr } = EditorState.create({ doc });
  const $word = doc.resolve(placeOf(doc, word));
  const [from, to] = [$word.before(depth), $word.after(depth)];
  const index = $word.index(depth - 1) + (way === 'up' ? -1 : 1);
  const sibling = $word.node(depth - 1).child(index);
  if (way === 'up') tr.insert(to, sibling).delete(from - sibling.nodeSize, from);
  else tr.delete(to, to + sibling.nodeSize).insert(from, sibling);
  replica.write({ after: tr.doc, mapping: tr.mapping, carries: true }, edit);
}

const views = (replica: Replica): string[] =>
  (['original', 'accepted'] as const).map((view) => replica.view(view).toString());

test('a list item keeps its suggested indentation when another item is moved past it', () => {
  const replica = replicaOf(node('bulletList', item('first'), item('a'), item('b')));
  suggestAt(replica, 'a', sinkListItem(type('listItem')));
  const before = views(replica);
  move(replica, 'b', 2, 'up');
  expect(views(replica)).toEqual([
    node('doc', node('bulletList', item('b'), item('first'), item('a'))).toString(),
    node(
      'doc',
      node('bulletList', item('b'), item('first', node('bulletList', item('a')))),
    ).toString(),
  ]);
  move(replica, 'b', 2, 'down');
  expect(views(replica)).toEqual(before);
});

test.each([
  ['quoted', wrapIn(type('blockquote'))],
  ['made a list', wrapInList(type('bulletList'))],
])(
  'a block that is suggested to be %s keeps that when another block is moved past it',
  (_name, command) => {
    const replica = replicaOf(paragraph('first'), paragraph('a'), paragraph('b'));
    suggestAt(replica, 'a', command);
    const before = views(replica);
    move(replica, 'b', 1, 'up');
    const [original, accepted] = views(replica);
    expect(original).toBe(
      node('doc', paragraph('first'), paragraph('b'), paragraph('a')).toString(),
    );
    expect(accepted).not.toBe(original);
    move(replica, 'b', 1, 'down');
    expect(views(replica)).toEqual(before);
  },
);

test('a suggested outdent is not suggested for a list that is inserted anew', () => {
  const replica = replicaOf(
    node('bulletList', item('first', node('bulletList', item('a'))), item('b')),
  );
  suggestAt(replica, 'a', liftListItem(type('listItem')));
  move(replica, 'b', 2, 'up');
  const accepted = node('doc', node('bulletList', item('first'), item('b'), item('a'))).toString();
  expect(replica.view('accepted').toString()).toBe(accepted);
  for (const view of ['original', 'marked'] as const) replica.view(view).check();
});
