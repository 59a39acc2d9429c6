import { expect, test } from 'vitest';
import { faultsOf } from './comments.mjs';

/** Comments are put together: the check reads this file too. */
const docstring = (words) => `/*${'*'} ${words} */`;
const docblock = (words) => `/*${'*'}\n * ${words}\n */`;

test.each([
  [docstring('Returns the number of rows.'), 0],
  [docblock('Maximum number of rows.'), 0],
  [docstring('Who may read.'), 1],
  [docblock('Whether it is open.'), 1],
  [docstring('Answers the number of rows.'), 1],
  [docstring('Whoseness of a row.'), 0],
  [`// ${'x '.repeat(48)}`, 0],
  [`// ${'x '.repeat(50)}`, 1],
  [`  * ${'x '.repeat(50)}`, 1],
  [`const wide = '${'x '.repeat(50)}';`, 0],
  [`// oxlint-disable-next-line ${'x '.repeat(50)}`, 0],
  [`// See https://example.org/${'x'.repeat(100)}`, 0],
  [`// ${'é '.repeat(48)}`, 0],
  ['// The lock that some' + 'body holds.', 1],
  ['// A session of one' + "'s own.", 1],
  ['// The user `no' + 'body` of Linux.', 0],
  ["const owner = 'no" + "body';", 0],
])('a comment is checked by its first word, width and vague subjects: %s', (text, count) => {
  expect(faultsOf(text, 'a.ts')).toHaveLength(count);
});

test.each([
  ['Some' + 'body may read it.', 1],
  ['| a rule | “who' + 'ever asks” |', 0],
  ['Every member may read it.', 0],
])('refuses vague subjects in documentation pages: %s', (text, count) => {
  expect(faultsOf(text, 'docs/page.md')).toHaveLength(count);
});

test.each([
  ["title: 'No" + "body is called like this'", 1],
  ['<p>Who' + 'ever has the link</p>', 1],
  ['Every' + 'body', 1],
  ['<p>No results</p>', 0],
])('refuses vague subjects in the interface: %s', (text, count) => {
  expect(faultsOf(text, 'apps/web/src/page.tsx')).toHaveLength(count);
  expect(faultsOf(text, 'apps/web/src/page.test.tsx')).toEqual([]);
});
