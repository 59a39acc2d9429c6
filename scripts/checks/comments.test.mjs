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
])('a comment is judged by its first word and its width: %s', (text, count) => {
  expect(faultsOf(text, 'a.ts')).toHaveLength(count);
});

test.each([
  ['Some' + 'body may read it.', 1],
  ['| a rule | “who' + 'ever asks” |', 0],
  ['Every member may read it.', 0],
])('a page names its subjects: %s', (text, count) => {
  expect(faultsOf(text, 'docs/page.md')).toHaveLength(count);
});
