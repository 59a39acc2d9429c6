import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { sourceFiles } from './files.mjs';
import { findForeignFormats, foreignLines } from './locales.mjs';

test('reports a formatter that uses the locale of the browser', () => {
  for (const line of [
    'now.toLocaleString()',
    'new Intl.DateTimeFormat(undefined, { day: "numeric" })',
    'word.toLocaleLowerCase()',
    "day.toLocaleDateString([], { weekday: 'long' })",
  ])
    expect(foreignLines(`\n${line}\n`)).toEqual([2]);
});

test('allows the locales of the interface, English, and the time zone of the browser', () => {
  const lines = [
    "count.toLocaleString('en')",
    'new Intl.DateTimeFormat(dateLocale, options)',
    'count.toLocaleString(numberLocale)',
    'new Intl.ListFormat(language)',
    "new Intl.DateTimeFormat('en-GB', options)",
    'Intl.DateTimeFormat().resolvedOptions().timeZone',
    'new Intl.Segmenter(undefined)',
  ];
  expect(foreignLines(lines.join('\n'))).toEqual([]);
});

test('no source file formats in the locale of the browser', () => {
  const root = fileURLToPath(new URL('../..', import.meta.url));
  expect(findForeignFormats(root, sourceFiles(root))).toEqual([]);
});
