import { jsonOf, nodeOf, type NodeJson } from '@longhand/document';
import { buildDoc } from '@longhand/sync/server';
import { rootsOf } from '@longhand/text';
import { expect, test } from 'vitest';
import * as Y from 'yjs';
import { contentOf, wordCountOf } from '../domain/document-content.ts';
import { projectionOf } from '../projections/projection.ts';
import { towards } from './towards.ts';

const text = (words: string, ...marks: string[]): NodeJson => ({
  type: 'text',
  text: words,
  ...(marks.length > 0 && { marks: marks.map((type) => ({ type })) }),
});
const node = (type: string, content: NodeJson[] = [], attrs: NodeJson['attrs'] = {}): NodeJson => ({
  type,
  attrs,
  content,
});
const p = (...content: NodeJson[]): NodeJson => node('paragraph', content);

/** A document with every kind of block, container and leaf. */
const everything: NodeJson = {
  type: 'doc',
  content: [
    node('heading', [text('Plan', 'bold'), text(' of work')], { level: 3 }),
    p(
      text('A '),
      { ...text('link'), marks: [{ type: 'link', attrs: { href: 'https://example.org/' } }] },
      node('hardBreak'),
      node('mention', [], { of: 'person', id: 'ada', name: 'Ada' }),
      node('day', [], { date: '2026-11-24' }),
      node('inlineFormula', [], { source: 'x^2' }),
      node('footnote', [], { text: 'a note' }),
      text('H', 'subscript'),
    ),
    node('bulletList', [
      node('listItem', [
        p(text('one')),
        node('orderedList', [node('listItem', [p(text('deep')), p(text('more'))])], { start: 4 }),
      ]),
      node('listItem', [p()]),
    ]),
    node('taskList', [
      node('taskItem', [p(text('done')), node('taskList', [node('taskItem', [p(text('open'))])])], {
        checked: true,
      }),
    ]),
    node('blockquote', [p(text('said')), node('callout', [p(text('mind'))], { kind: 'warning' })]),
    node('toggle', [p(text('shown')), p(text('folded'))]),
    node('columns', [
      node('column', [p(text('left'))]),
      node('column', [p(text('right')), node('horizontalRule')]),
    ]),
    node('codeBlock', [text('a\nb')], { language: 'typescript' }),
    node('image', [], { src: 'https://example.org/a.png', alt: 'A', width: 50 }),
    node('formula', [], { source: 'e = m c^2' }),
    node('attachment', [], {
      src: '/api/v1/files/0198f1c2-1111-7abc-8def-0123456789ab',
      name: 'a.pdf',
      size: 7,
    }),
    node('table', [
      node('tableRow', [
        node('tableHeader', [p(text('wide'))], { colspan: 2, colwidth: [120, 80] }),
        node('tableHeader', [p(text('C'))], { colwidth: [60] }),
      ]),
      node('tableRow', [
        node('tableCell', [p(text('tall'))], { rowspan: 2, colwidth: [120] }),
        node(
          'tableCell',
          [p(text('b')), node('bulletList', [node('listItem', [p(text('in a cell'))])])],
          { colwidth: [80] },
        ),
        node('tableCell', [p(text('c'))], { colwidth: [60] }),
      ]),
      node('tableRow', [
        node('tableCell', [p()], { colwidth: [80] }),
        node('tableCell', [p(text('last'))], { colwidth: [60] }),
      ]),
    ]),
  ],
};

const change = (content: NodeJson) => ({ content, client: 100, suggesting: null, restores: null });

test('every kind of block, container and leaf is restored after it is stored flat', () => {
  const doc = buildDoc([]);
  const update = towards(doc, change(everything));
  const wanted = jsonOf(nodeOf(everything));
  expect(contentOf(doc, 'json')).toEqual(wanted);
  expect(contentOf(buildDoc([update as Uint8Array]), 'json')).toEqual(wanted);
  expect(towards(doc, { ...change(everything), client: 200 })).toBeNull();
});

test('inserting, deleting and moving blocks leaves other blocks and their units unchanged', () => {
  const doc = buildDoc([]);
  towards(doc, change(everything));
  const blocks = everything.content ?? [];
  const other: NodeJson = {
    type: 'doc',
    content: [p(text('First')), ...blocks.slice(2), node('heading', [text('Last')], { level: 1 })],
  };
  const update = towards(doc, { ...change(other), client: 200 });
  expect(contentOf(doc, 'json')).toEqual(jsonOf(nodeOf(other)));
  expect(update?.length).toBeLessThan(400);
});

test('very many mentions in one paragraph are found in time linear in their number', () => {
  const doc = buildDoc([]);
  const count = 60_000;
  const mention = { kind: 'mention', 'a.of': 'person', 'a.id': 'ada', 'a.name': 'Ada' };
  rootsOf(doc).text.applyDelta([
    { insert: new Y.Map(Object.entries({ kind: 'paragraph' })) },
    ...Array.from({ length: count }, () => ({ insert: new Y.Map(Object.entries(mention)) })),
    { insert: 'that is all' },
  ]);
  const found = projectionOf(doc, { state: false, content: false }).mentions;
  expect(found).toHaveLength(count);
  expect(new Set(found.map(({ context }) => context)).size).toBe(1);
  expect(new Set(found.map(({ unit }) => unit.clock)).size).toBe(count);
});

test('the excerpt and the word count are those of the text without suggestions', () => {
  const doc = buildDoc([]);
  const of = (words: string): NodeJson => ({ type: 'doc', content: [p(text(words))] });
  towards(doc, change(of('over the sleepy dog')));
  const suggesting = { author: 'ada', at: 1 };
  towards(doc, { ...change(of('over the drowsy dog')), client: 200, suggesting });
  expect(contentOf(doc, 'text')).toContain('drowsy');
  expect(projectionOf(doc, { state: false, content: false })).toMatchObject({
    wordCount: 4,
    excerpt: 'over the sleepy dog',
    suggesters: [{ author: 'ada' }],
  });
  expect(wordCountOf(doc)).toBe(4);
});
