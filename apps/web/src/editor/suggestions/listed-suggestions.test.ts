import { documentSchema as schema, suggestionsOf } from '@longhand/document';
import { Grammar, Replica, type WriteMode } from '@longhand/text';
import type { Node } from '@tiptap/pm/model';
import { liftListItem, sinkListItem } from '@tiptap/pm/schema-list';
import { EditorState, TextSelection, type Command } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { describe } from './describe.ts';
import { withPathsBefore } from './listed-suggestions.ts';

const item = (words: string, ...more: Node[]): Node =>
  schema.node('listItem', null, [schema.node('paragraph', null, schema.text(words)), ...more]);
const list = (...items: Node[]): Node => schema.node('bulletList', null, items);

/** Returns the acts of the cards for a suggested command at a word of a list with three levels. */
function acts(word: string, command: Command): string[] {
  const replica = new Replica(new Y.Doc(), new Grammar(schema), 100);
  const write = (mode: WriteMode, act: (state: EditorState) => EditorState['tr']): void => {
    const { doc, mapping } = act(EditorState.create({ doc: replica.rendering.doc }));
    replica.write({ after: doc, mapping }, mode);
  };
  const content = list(item('one', list(item('two', list(item('three'), item('four'))))));
  write({ kind: 'edit' }, ({ tr }) => tr.replaceWith(0, tr.doc.content.size, content));
  write({ kind: 'suggestion', id: 's', by: 'ada', at: 1 }, (state) => {
    let at = 0;
    state.doc.descendants((node, pos) => void (node.text === word && (at = pos)));
    const here = state.apply(state.tr.setSelection(TextSelection.create(state.doc, at)));
    let { tr } = here;
    command(here, (done) => (tr = done));
    return tr;
  });
  return suggestionsOf(replica.rendering.doc).flatMap((each) =>
    describe(withPathsBefore(each, replica.reading)).map(({ act }) => act),
  );
}

test('describes an item that a suggestion moves between list levels as indented or outdented', () => {
  const type = schema.nodes.listItem!;
  expect(acts('four', sinkListItem(type))).toEqual(['Indent']);
  expect(acts('four', liftListItem(type))).toEqual(['Outdent']);
  expect(acts('two', liftListItem(type))).toContain('Outdent');
  expect(acts('two', liftListItem(type))).not.toContain('Indent');
});
