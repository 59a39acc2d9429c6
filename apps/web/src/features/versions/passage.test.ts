import { differences, documentExtensions, type NodeJson } from '@longhand/document';
import { Editor } from '@tiptap/core';
import { expect, test } from 'vitest';
import { editsOf, passagesOf, restorePassage } from './passage.ts';

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

test('locates each passage in the newer text', () => {
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

test('restoring every passage, from the last to the first, restores the old text', () => {
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

test('does not restore a passage if the text has changed since the comparison', () => {
  const editor = new Editor({ element: null, extensions: documentExtensions, content: after });
  const now = editor.getJSON() as NodeJson;
  const [first] = passagesOf(differences(before, now));
  editor.commands.command(({ tr }) => Boolean(tr.insertText('Once: ', 1)));
  const text = editor.getText();
  expect(first && restorePassage(editor, now, first)).toBe(false);
  expect(editor.getText()).toBe(text);
});

test('changes within a paragraph are restored one by one, with their marks', () => {
  const bold = (text: string): NodeJson => ({ type: 'text', text, marks: [{ type: 'bold' }] });
  const plain = (text: string): NodeJson => ({ type: 'text', text });
  const paragraph = (...content: NodeJson[]): NodeJson => ({ type: 'paragraph', content });
  const was = doc(
    p('First.'),
    paragraph(plain('The '), bold('old'), plain(' river rose all night.')),
  );
  const is = doc(p('First.'), paragraph(plain('The new river rose that night.')));
  const editor = new Editor({ element: null, extensions: documentExtensions, content: is });
  const now = editor.getJSON() as NodeJson;
  const [passage] = passagesOf(differences(was, now));
  if (passage === undefined) throw new Error('there is no passage');
  const edits = editsOf(passage);
  expect(edits.map(({ parts }) => parts.map(({ kind, text }) => `${kind} ${text}`))).toEqual([
    ['removed old', 'added new'],
    ['removed all', 'added that'],
  ]);
  expect(restorePassage(editor, now, passage, edits[1])).toBe(true);
  expect(editor.getText()).toBe('First.\n\nThe new river rose all night.');
  editor.commands.setContent(is);
  expect(restorePassage(editor, now, passage, edits[0])).toBe(true);
  expect(editor.getText()).toBe('First.\n\nThe old river rose that night.');
  const [, second] = (editor.getJSON() as NodeJson).content ?? [];
  expect(second?.content?.map(({ marks = [] }) => marks.map(({ type }) => type))).toEqual([
    [],
    ['bold'],
    [],
  ]);
});

test.each([
  ['a single change', doc(p('The old river rose.')), doc(p('The new river rose.'))],
  [
    'a block that contains blocks',
    doc({ type: 'blockquote', content: [p('one two three four five')] }),
    doc({ type: 'blockquote', content: [p('1 two three four 5')] }),
  ],
  [
    'another kind of block',
    doc({ ...p('one two three four five'), type: 'heading', attrs: { level: 2 } }),
    doc(p('1 two three four 5')),
  ],
])('%s is restored as a whole only', (_, was, is) => {
  const [passage] = passagesOf(differences(was, is));
  expect(passage?.difference.kind).toBe('changed');
  expect(passage && editsOf(passage)).toEqual([]);
});
