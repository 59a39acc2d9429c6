import { getSchema } from '@tiptap/core';
import { documentExtensions } from '@longhand/document';
import { expect, test } from 'vitest';
import { matchesOf, nearest, patternOf, replacementFor, type Query } from './matches.ts';

const schema = getSchema(documentExtensions);
const docOf = (...paragraphs: string[]) =>
  schema.node(
    'doc',
    null,
    paragraphs.map((text) =>
      schema.node(
        'paragraph',
        null,
        text === ''
          ? []
          : text
              .split('|')
              .flatMap((part, i) =>
                (i === 0 ? [] : [schema.node('hardBreak')]).concat(
                  part === '' ? [] : [schema.text(part)],
                ),
              ),
      ),
    ),
  );
const asked = (text: string, how: Partial<Query> = {}): Query => ({
  text,
  isCase: false,
  isWhole: false,
  isPattern: false,
  ...how,
});
const found = (query: Query, ...paragraphs: string[]): string[] => {
  const pattern = patternOf(query);
  if (!(pattern instanceof RegExp)) throw new Error(String(pattern));
  const doc = docOf(...paragraphs);
  return matchesOf(doc, pattern).map(({ from, to }) => `${from} ${doc.textBetween(from, to)}`);
};

test('finds text regardless of case and returns positions in the document', () => {
  expect(found(asked('the'), 'The end', 'of the The')).toEqual(['1 The', '13 the', '17 The']);
  expect(found(asked('The', { isCase: true }), 'The end', 'of the The')).toEqual([
    '1 The',
    '17 The',
  ]);
});

test('matches whole words in any script, and no parts of words', () => {
  expect(found(asked('über', { isWhole: true }), 'Über überall darüber über.')).toEqual([
    '1 Über',
    '22 über',
  ]);
  expect(found(asked('ночь', { isWhole: true }), 'ночь полночь')).toEqual(['1 ночь']);
});

test('matches special characters literally if the query is not a pattern', () => {
  for (const text of ['a.b', '(x)', '[a-z]', '$1', 'a|b', '\\d', '1-2', '{3}', '^', '/']) {
    expect(found(asked(text), `before ${text.replace('|', '\u2502')} after`), text).toEqual(
      text.includes('|') ? [] : [`8 ${text}`],
    );
  }
  expect(found(asked('.'), 'abc')).toEqual([]);
});

test('does not match across a line break or a paragraph', () => {
  expect(found(asked('ab'), 'a|b', 'a', 'b', 'ab')).toEqual(['12 ab']);
});

test('matches a pattern, and reports an invalid one', () => {
  expect(found(asked('\\d+', { isPattern: true }), '1 and 23')).toEqual(['1 1', '7 23']);
  expect(found(asked('x*', { isPattern: true }), 'axxb')).toEqual(['2 xx']);
  expect(found(asked('x*', { isPattern: true }), '🦉🦉x🦉')).toEqual(['5 x']);
  expect(patternOf(asked('(', { isPattern: true }))).toBe('Invalid regular expression.');
  expect(patternOf(asked(''))).toBeNull();
});

test('expands the groups of a pattern in a replacement, and uses the replacement literally without a pattern', () => {
  const pattern = patternOf(asked('(?<y>\\d{4})-(\\d\\d)', { isPattern: true })) as RegExp;
  const [match] = matchesOf(docOf('on 2026-11'), pattern);
  if (!match) throw new Error('not found');
  expect(replacementFor(match, '$2/$<y> ($&) $$ $9', true)).toBe('11/2026 (2026-11) $ $9');
  expect(replacementFor(match, '$2', false)).toBe('$2');
});

test('the next match wraps around at the end, and the previous one at the beginning', () => {
  const matches = matchesOf(docOf('a a a'), patternOf(asked('a')) as RegExp);
  expect(nearest(matches, 1, 'next')).toBe(0);
  expect(nearest(matches, 2, 'next')).toBe(1);
  expect(nearest(matches, 6, 'next')).toBe(0);
  expect(nearest(matches, 1, 'previous')).toBe(2);
  expect(nearest(matches, 4, 'previous')).toBe(1);
  expect(nearest([], 0, 'next')).toBe(-1);
});
