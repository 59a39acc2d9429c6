import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countWords, excerptOf } from './words.ts';

test.each([
  ['', 0],
  ['  \n ', 0],
  ['one', 1],
  ["don't well-known 3.14", 3],
  ['a — b … c', 3],
  ['yes—no', 2],
  ['- [ ] !', 0],
  ['naïve Ünïcode слово', 3],
  ['日本語です', 2],
])('counts the words of %j: %i', (text, words) => {
  expect(countWords(text)).toBe(words);
});

test('the word count of two lines is the sum of their counts', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'grapheme' }), (a, b) => {
      expect(countWords(`${a}\n${b}`)).toBe(countWords(a) + countWords(b));
    }),
  );
});

test('a short text is its own excerpt, on one line', () => {
  expect(excerptOf('  One\n\n two  three ')).toBe('One two three');
});

test('a long text is truncated at a space', () => {
  expect(excerptOf('word '.repeat(100))).toBe(`${'word '.repeat(31)}word…`);
});

test('an excerpt is one line of well-formed text within the maximum length', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 2_000 }), (text) => {
      const excerpt = excerptOf(text);
      expect([...excerpt].length).toBeLessThanOrEqual(160);
      expect(excerpt.isWellFormed()).toBe(true);
      expect(excerpt).not.toMatch(/[\r\n]/);
    }),
  );
});
