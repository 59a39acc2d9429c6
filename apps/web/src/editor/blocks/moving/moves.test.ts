import { documentExtensions, jsonOfMarkdown, markdownOf, type NodeJson } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { EditorState, TextSelection } from '@tiptap/pm/state';
import { expect, test } from 'vitest';
import { blockAtCaret, blockPointedAt, doubled, moved, removed } from './moves.ts';

const schema = getSchema(documentExtensions);

/** Returns a state with the caret before the first `^`, which is removed. */
function stateOf(markdown: string): EditorState {
  const doc = schema.nodeFromJSON(jsonOfMarkdown(markdown));
  let at = 0;
  doc.descendants((node, pos) => {
    const index = node.text?.indexOf('^') ?? -1;
    if (index >= 0) at = pos + index;
  });
  const state = EditorState.create({ doc });
  const tr = state.tr.delete(at, at + 1);
  return state.apply(tr.setSelection(TextSelection.create(tr.doc, at)));
}

const said = (state: EditorState): string => markdownOf(state.doc.toJSON() as NodeJson);

test.each([
  ['a paragraph up', 'one\n\nt^wo\n\nthree', 'up', 'two\n\none\n\nthree\n'],
  ['a paragraph down', 'one\n\nt^wo\n\nthree', 'down', 'one\n\nthree\n\ntwo\n'],
  [
    'a list item with its nested list up',
    '- one\n- t^wo\n  - inner\n- three',
    'up',
    '- two\n  - inner\n- one\n- three\n',
  ],
  [
    'a paragraph up within its callout',
    '> [!NOTE]\n> one\n>\n> t^wo',
    'up',
    '> [!NOTE]\n> two\n>\n> one\n',
  ],
] as const)('moves %s', (_, before, way, after) => {
  const state = stateOf(before);
  const block = blockAtCaret(state);
  const tr = block && moved(state, block, way);
  expect(tr && said(state.apply(tr))).toBe(after);
  // A user who is typing in the block keeps the caret position.
  expect(tr && state.apply(tr).selection.$from.parent.textContent).toBe('two');
});

test('does not move a block beyond the edge of its container', () => {
  const state = stateOf('o^ne');
  const block = blockAtCaret(state);
  expect(block && moved(state, block, 'up')).toBeNull();
  expect(block && moved(state, block, 'down')).toBeNull();
});

test('duplicates and removes a block', () => {
  const state = stateOf('one\n\nt^wo');
  const block = blockAtCaret(state);
  if (block === null) throw new Error('no block');
  expect(said(state.apply(doubled(state, block)))).toBe('one\n\ntwo\n\ntwo\n');
  expect(said(state.apply(removed(state, block)))).toBe('one\n');
  const alone = stateOf('o^ne');
  const all = blockAtCaret(alone);
  expect(all && String(alone.apply(removed(alone, all)).doc)).toBe('doc(paragraph)');
});

test('resolves a position in a table to the whole table, and in a list to the item', () => {
  const { doc } = stateOf('| a |\n| --- |\n| b^ |\n\n- one\n- two');
  expect(blockPointedAt(doc, 6)?.node.type.name).toBe('table');
  const item = doc.content.size - 5;
  expect(blockPointedAt(doc, item)?.node.textContent).toBe('two');
  expect(blockPointedAt(doc, item)?.node.type.name).toBe('listItem');
});
