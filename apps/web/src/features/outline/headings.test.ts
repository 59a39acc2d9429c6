import { getSchema } from '@tiptap/core';
import { documentExtensions } from '@longhand/document';
import { expect, test } from 'vitest';
import { headingAt, headingsOf } from './headings.ts';

const schema = getSchema(documentExtensions);
const line = (type: string, text: string, attrs: Record<string, unknown> | null = null) =>
  schema.node(type, attrs, text === '' ? [] : [schema.text(text)]);

test('lists headings in order with their level, also those in quotes and empty ones', () => {
  const doc = schema.node('doc', null, [
    line('paragraph', 'Before'),
    line('heading', 'One', { level: 1 }),
    schema.node('blockquote', null, [
      line('heading', 'Inside', { level: 3 }),
      line('paragraph', 'x'),
    ]),
    line('heading', '', { level: 2 }),
  ]);
  const headings = headingsOf(doc);
  expect(headings.map(({ text, level }) => `${level} ${text}`)).toEqual([
    '1 One',
    '3 Inside',
    '2 ',
  ]);
  for (const { pos, level } of headings) expect(doc.nodeAt(pos)?.attrs['level']).toBe(level);
});

test('a position belongs to the last heading before it', () => {
  const headings = [
    { text: 'a', level: 1, pos: 5 },
    { text: 'b', level: 2, pos: 20 },
  ];
  expect([0, 5, 19, 20, 99].map((pos) => headingAt(headings, pos))).toEqual([-1, 0, 0, 1, 1]);
  expect(headingAt([], 3)).toBe(-1);
});
