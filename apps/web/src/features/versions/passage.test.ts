import { differences, documentExtensions, type NodeJson } from '@longhand/document';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { passagesOf, restorePassage } from './passage.ts';

const p = (text: string): NodeJson => ({ type: 'paragraph', content: [{ type: 'text', text }] });
const doc = (...content: NodeJson[]): NodeJson => ({ type: 'doc', content });
const before = doc(
  p('One morning it rained.'),
  p('The river rose.'),
  p('Nobody slept.'),
  p('The end.'),
);
const after = doc(
  p('One evening it rained.'),
  p('The river rose.'),
  p('The bell rang.'),
  p('The end.'),
);

test('a passage knows where it stands in the newer text', () => {
  expect(
    passagesOf(differences(before, after)).map(({ index, blocks, difference }) => [
      difference.kind,
      index,
      blocks,
    ]),
  ).toEqual([
    ['changed', 0, 1],
    ['removed', 2, 0],
    ['added', 2, 1],
  ]);
});

test('taking back every passage, from the last to the first, brings back the text as it was', () => {
  const editor = new Editor({ element: null, extensions: documentExtensions, content: after });
  for (
    let passages = passagesOf(differences(before, editor.getJSON() as NodeJson));
    passages.length > 0;
  ) {
    const last = passages.at(-1);
    expect(last && restorePassage(editor, editor.getJSON() as NodeJson, last)).toBe(true);
    passages = passagesOf(differences(before, editor.getJSON() as NodeJson));
  }
  expect(editor.getText()).toBe(
    'One morning it rained.\n\nThe river rose.\n\nNobody slept.\n\nThe end.',
  );
});

test('a text that has changed since it was compared is left alone', () => {
  const editor = new Editor({ element: null, extensions: documentExtensions, content: after });
  const now = editor.getJSON() as NodeJson;
  const [first] = passagesOf(differences(before, now));
  editor.commands.command(({ tr }) => Boolean(tr.insertText('Once: ', 1)));
  const text = editor.getText();
  expect(first && restorePassage(editor, now, first)).toBe(false);
  expect(editor.getText()).toBe(text);
});
