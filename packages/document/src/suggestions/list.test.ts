import { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { documentSchema } from '../schema/schema.ts';
import type { NodeJson } from '../schema/json.ts';
import { suggestedRangesOf, suggestionsOf } from './list.ts';

const meta = (id: string) => ({ id, author: 'ada', at: 1 });
const mark = (type: string, id: string, more: Record<string, string> = {}) => ({
  type,
  attrs: { ...meta(id), ...more },
});
const text = (words: string, ...marks: NodeJson['marks'] & object): NodeJson => ({
  type: 'text',
  text: words,
  marks,
});
const block = (content: NodeJson[], attrs: NodeJson['attrs'] = {}): NodeJson => ({
  type: 'paragraph',
  attrs,
  content,
});
const docOf = (...content: NodeJson[]): Node =>
  Node.fromJSON(documentSchema, { type: 'doc', content });
const list = (...metas: object[]): string => JSON.stringify(metas);

test('text, block and format changes with the same id are one suggestion', () => {
  const doc = docOf(
    block([
      text('It was '),
      text('and stormy', mark('insertion', 'a')),
      text('a night', mark('deletion', 'a')),
    ]),
    block([text('More', mark('insertion', 'a'))], { insertion: list(meta('a')) }),
    block(
      [text('bold', mark('modification', 'b', { set: '{"m.bold":{}}', was: '{"m.bold":null}' }))],
      {
        deletion: list(meta('c')),
      },
    ),
    { type: 'horizontalRule', attrs: { insertion: list(meta('d')) } },
    block([], {
      modification: list({ ...meta('e'), set: { kind: 'heading', 'a.level': 2 }, was: {} }),
    }),
  );
  const found = suggestionsOf(doc);
  expect(found.map(({ id, added, removed }) => [id, added, removed])).toEqual([
    ['a', 'and stormy\nMore', 'a night'],
    ['c', '', ''],
    ['b', '', ''],
    ['d', '', ''],
    ['e', '', ''],
  ]);
  expect(suggestedRangesOf(doc).map(({ kind }) => kind)).toEqual([
    'insertion',
    'deletion',
    'split',
    'insertion',
    'join',
    'format',
    'nodeInsertion',
    'block',
  ]);
  expect(suggestedRangesOf(doc).find(({ kind }) => kind === 'format')).toMatchObject({
    set: { 'm.bold': {} },
    was: { 'm.bold': null },
  });
});

test('a cell is inserted or deleted with its first block, and further blocks in it are splits', () => {
  const cell = (...content: NodeJson[]): NodeJson => ({ type: 'tableCell', content });
  const row = (...content: NodeJson[]): NodeJson => ({ type: 'tableRow', content });
  const added = { insertion: list(meta('a')) };
  const doc = docOf({
    type: 'table',
    content: [
      row(
        cell(block([], added), block([], added)),
        cell(block([text('New', mark('insertion', 'a'))], added)),
      ),
      row(
        cell(block([text('Old', mark('deletion', 'b'))], { deletion: list(meta('b')) })),
        cell(block([])),
      ),
    ],
  });
  expect(suggestedRangesOf(doc).map(({ kind, meta: { id } }) => `${kind} ${id}`)).toEqual([
    'cellInsertion a',
    'split a',
    'cellInsertion a',
    'insertion a',
    'cellDeletion b',
    'deletion b',
  ]);
  expect(suggestionsOf(doc).map(({ id, added: words, removed }) => [id, words, removed])).toEqual([
    ['a', 'New', ''],
    ['b', '', 'Old'],
  ]);
});

test('invalid suggestion values are ignored', () => {
  for (const hostile of [
    'x',
    '{}',
    '[1]',
    '[{"id":{}}]',
    '[{"id":"a","author":"b","at":"c"}]',
    7,
    null,
    ['a'],
  ])
    expect(suggestedRangesOf(docOf(block([text('a')], { insertion: hostile as string })))).toEqual(
      [],
    );
});
