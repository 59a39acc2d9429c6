import { documentExtensions, plainTextOfJson, type NodeJson } from '@longhand/document';
import { getSchema } from '@tiptap/core';
import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { changesOf, sinceWhen, tellingOf } from './changes.ts';

const schema = getSchema(documentExtensions);
const p = (...lines: string[]): NodeJson => ({
  type: 'paragraph',
  content: lines.flatMap((text, i) => [
    ...(i > 0 ? [{ type: 'hardBreak' }] : []),
    { type: 'text', text },
  ]),
});
const list = (...items: string[]): NodeJson => ({
  type: 'bulletList',
  content: items.map((text) => ({ type: 'listItem', content: [p(text)] })),
});
const doc = (...content: NodeJson[]): NodeJson => ({ type: 'doc', content });

function said(before: NodeJson, after: NodeJson): string[][] {
  const now = Node.fromJSON(schema, after);
  return changesOf(before, now).map(({ from, to, removed, isBlock }) => [
    now.textBetween(from, to, '|').replace(/^\|/, ''),
    removed,
    ...(isBlock ? ['block'] : []),
  ]);
}

test('describes insertions and deletions at their current positions', () => {
  expect(
    said(
      doc(p('One morning it rained.'), p('The river rose.'), p('Nobody slept.'), p('The end.')),
      doc(p('One evening it rained hard.'), p('The river rose.'), p('A bell rang.'), p('The end.')),
    ),
  ).toEqual([
    ['evening', 'morning'],
    ['hard', ''],
    ['', 'Nobody slept.', 'block'],
    ['A bell rang.', '', 'block'],
  ]);
});

test('merges changes that only spaces separate', () => {
  expect(said(doc(p('who reads only this page: yes')), doc(p('who reads no more: yes')))).toEqual([
    ['no more', 'only this page'],
  ]);
});

test('finds the positions of changes in lists, after line breaks and at the end of a block', () => {
  expect(
    said(doc(list('one', 'two', 'three')), doc(list('one', 'two and a half', 'three'))),
  ).toEqual([['and a half', '']]);
  expect(said(doc(p('one', 'two three')), doc(p('one', 'two four')))).toEqual([['four', 'three']]);
  expect(said(doc(p('one two three four five')), doc(p('one two three four')))).toEqual([
    ['', ' five'],
  ]);
});

test('an emptied document has changes, and an equal document has none', () => {
  const before = doc(p('one'), p('two'));
  expect(said(before, before)).toEqual([]);
  expect(said(before, doc({ type: 'paragraph' }))).toEqual([
    ['', 'one', 'block'],
    ['', 'two', 'block'],
  ]);
  expect(said(doc(), before).map(([came]) => came)).toEqual(['one', 'two']);
  expect(plainTextOfJson(before)).toBe('one\ntwo');
});

test('reports a changed kind of block as a change of the block', () => {
  expect(said(doc(p('one')), doc({ ...p('one'), type: 'heading', attrs: { level: 2 } }))).toEqual([
    ['one', '', 'block'],
  ]);
});

test('formats the time since the last visit, and the number and authors of the changes', () => {
  const now = new Date(2026, 10, 21, 15, 0).getTime();
  const at = (day: number, month = 10, year = 2026) =>
    sinceWhen(new Date(year, month, day, 14, 3).getTime(), now);
  expect([at(21), at(20), at(17), at(3), at(3, 4, 2024)]).toEqual([
    'since 2:03 PM',
    'since yesterday',
    'since Tuesday',
    'since November 3',
    'since May 3, 2024',
  ]);
  expect(tellingOf(14, ['a', 'b', 'c'], 'since Tuesday')).toBe(
    '14 changes by 3 people since Tuesday',
  );
  expect(tellingOf(1, ['Ben'], 'since yesterday')).toBe('1 change by Ben since yesterday');
});
