import { expect, test } from 'vitest';
import { finderOf, type Finder } from './finder.ts';
import { readQuery } from './query.ts';
import { snippetOf } from './snippets.ts';

const finderFor = (query: string): Finder =>
  finderOf((readQuery(query)?.terms ?? []).flatMap(({ sequences }) => sequences));
const found = (text: string, query: string): string[] =>
  [...finderFor(query).find(text)].map(({ from, to }) => text.slice(from, to));

test('finds a phrase across punctuation and invisible characters', () => {
  expect(found('aa\u200b\u00adbb, cc', '"aabb cc"')).toEqual(['aa\u200b\u00adbb, cc']);
  expect(found('so — “to”  be', '"to be"')).toEqual(['to”  be']);
  expect(found('to bed', '"to be"')).toEqual([]);
  expect(found('am 東京2020', '"東京 2020"')).toEqual(['東京2020']);
  expect(found('am 東 京', '東京')).toEqual([]);
});

test('finds the longest of several matches that begin at the same position', () => {
  expect(found('to be, to go', 'to "to be"')).toEqual(['to be', 'to']);
});

const long = 300_000;
test.each([
  [
    'zero-width characters between words',
    `aa${'\u200b'.repeat(long)}bb${'\u200b'.repeat(long)}`,
    '"aa bb cc"',
  ],
  [
    'alternating zero-width characters and hyphens',
    `aa ${'\u200b-'.repeat(long)}bb ${'-\u200b'.repeat(long)}`,
    '"aa bb cc dd"',
  ],
  ['soft hyphens in a word', `a${'\u00ad'.repeat(long)}`, '"aaaa aaaa" aaaa'],
  ['alternating combining marks', `a${'\u0301\u0316'.repeat(long)}`, 'aa "a a"'],
  ['combining marks that folding keeps', `a${'\u1dc0\u0316'.repeat(long)}`, 'aa "a a"'],
  ['one word repeated', 'a '.repeat(long), `"${'a '.repeat(90)}b"`],
  ['one ideograph repeated', '東'.repeat(long), `"${'東'.repeat(180)}京"`],
  ['spaces', ' '.repeat(long), '"a b c"'],
  ['quotes and hyphens', '"-'.repeat(long), '"a b" -"c d'],
])('searches in time linear in the length of the text: %s', (_what, text, query) => {
  const snippet = snippetOf(text, finderFor(query));
  expect(snippet.text.length).toBeLessThan(300);
});

test('parses a query in linear time', () => {
  for (const text of ['"', '-', '-"', ' "', '\u200b', 'a\u0301\u0316'])
    expect(() => readQuery(text.repeat(long))).not.toThrow();
});
