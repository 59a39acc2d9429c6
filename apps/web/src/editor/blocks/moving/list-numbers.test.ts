import { documentExtensions, jsonOfHtml } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { numberedListAt, startIn } from './list-numbers.ts';

const schema = getSchema(documentExtensions);

test.each([
  ['<ol start="4" type="a"><li><p>one</p><p>^more</p></li></ol>', 4, 'a'],
  ['<ol><li><p>one</p><ol type="I"><li><p>^in</p></li></ol></li></ol>', 1, 'I'],
  ['<ol type="1"><li><p>^one</p></li></ol>', 1, null],
  ['<ol start="3"><li><p>one</p><blockquote><p>^said</p></blockquote></li></ol>', 3, null],
])('finds the numbered list around %s', (html, start, type) => {
  const doc = schema.nodeFromJSON(jsonOfHtml(html));
  const found = numberedListAt(doc, caretIn(doc));
  expect(found).toMatchObject({ start, type });
  expect(doc.nodeAt(found?.at ?? 0)?.type.name).toBe('orderedList');
});

test.each([
  '<p>^one</p>',
  '<ol><li><p>one</p><ul><li><p>^in</p></li></ul></li></ol>',
  '<ol><li><p>one</p><table><tr><td><p>^cell</p></td></tr></table></li></ol>',
])('finds no numbered list around %s', (html) => {
  const doc = schema.nodeFromJSON(jsonOfHtml(html));
  expect(numberedListAt(doc, caretIn(doc))).toBeNull();
});

test('accepts only whole numbers as the start of a list', () => {
  expect([' 7 ', '0', '999999999'].map(startIn)).toEqual([7, 0, 999_999_999]);
  expect(['', '-1', '1.5', 'b', '1e3', '1000000000'].map(startIn)).toEqual([
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

/** Returns the position of the sign ^ in a document. */
function caretIn(doc: ReturnType<typeof schema.nodeFromJSON>): number {
  let at = 0;
  doc.descendants((node, pos) => {
    if (node.text?.includes('^') === true) at = pos;
  });
  return at;
}
