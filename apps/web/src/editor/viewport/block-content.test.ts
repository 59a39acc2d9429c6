import { documentSchema as schema } from '@longhand/document';
import type { Node } from '@tiptap/pm/model';
import { expect, test } from 'vitest';
import { contentOf, firstWithLetter, hasLetter } from './block-content.ts';

const p = (...content: (string | Node)[]): Node =>
  schema.node(
    'paragraph',
    null,
    content.map((each) => (typeof each === 'string' ? schema.text(each) : each)),
  );
const footnote = schema.node('footnote', { text: 'Said elsewhere' });

test('the name of a block is its text, with that of its leaves', () => {
  const list = schema.node('bulletList', null, [
    schema.node('listItem', null, [p('one', schema.node('hardBreak'), 'line')]),
    schema.node('listItem', null, [p('two', footnote)]),
  ]);
  expect(contentOf(list).name).toBe('one\nline\ntwo [Said elsewhere]');
  expect(contentOf(schema.node('formula', { source: 'a^2' })).name).toBe('a^2');
  expect(contentOf(schema.node('image', { src: '/x', alt: 'A harbour' })).name).toBe('A harbour');
});

test('the footnotes of a block are counted, also in nested blocks', () => {
  expect(contentOf(p('none')).footnotes).toBe(0);
  expect(contentOf(schema.node('blockquote', null, [p(footnote, footnote)])).footnotes).toBe(2);
});

test('a toggle is found at any depth', () => {
  const toggle = schema.node('toggle', null, [p('head'), p('hidden')]);
  expect(contentOf(toggle).hasToggle).toBe(true);
  expect(contentOf(schema.node('callout', null, [p('in'), toggle])).hasToggle).toBe(true);
  expect(contentOf(schema.node('callout', null, [p('in')])).hasToggle).toBe(false);
});

test('the first block with a letter is found', () => {
  expect(firstWithLetter(schema.node('doc', null, [p(), p('12 — 34'), p('שלום'), p('x')]))).toBe(2);
  expect(firstWithLetter(schema.node('doc', null, [p(), p('…')]))).toBe(0);
  expect(hasLetter(schema.node('doc', null, [p(), p('א')]))).toBe(true);
  expect(hasLetter(schema.node('doc', null, [p(), p('12')]))).toBe(false);
});
