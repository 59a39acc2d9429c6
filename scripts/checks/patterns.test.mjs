import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findSlowPatterns, productSources } from './patterns.mjs';

let folder;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-patterns-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function faultsIn(source) {
  await writeFile(join(folder, 'planted.tsx'), source);
  return findSlowPatterns(folder, ['planted.tsx']);
}

test.each([
  [String.raw`/^(\s*)(.*?)(\s*)$/su`, 'polynomial'],
  [String.raw`/[._-]+$/u`, 'polynomial'],
  [String.raw`/text-decoration[^;]*line-through/`, 'polynomial'],
  [String.raw`/^(?:a|a)*$/`, 'exponential'],
  [String.raw`/\p{L}+\s*\s*$/v`, 'exchange'],
])('finds a regular expression with superlinear time: %s', async (pattern, why) => {
  expect(
    await faultsIn(`const a = 1;\nexport const page = <p>{${pattern}.test(text)}</p>;\n`),
  ).toEqual([expect.stringMatching(new RegExp(String.raw`^planted\.tsx:2 .*${why}`))]);
});

test('ignores linear regular expressions, and text that only looks like one', async () => {
  const source = String.raw`const half = (a / b) / c; /* /(a+)+$/ */ const text = '/(a+)+$/';
    export const all = [/^[a-z]+$/, /\s+/g, /^\p{L}+$/v, /a{1,3}/];`;
  expect(await faultsIn(source)).toEqual([]);
});

test('checks a regular expression built on module load, and refuses one built in a function', async () => {
  const source = String.raw`const blank = '\\s';
    export const slow = new RegExp(${'`${blank}+${blank}+$`'});
    export const fine = new RegExp(${'`${blank}+`'}, 'g');
    export const later = (word: string) => new RegExp(word);`;
  await writeFile(join(folder, 'making.ts'), source);
  const faults = await findSlowPatterns(folder, ['making.ts']);
  expect(faults).toEqual([
    expect.stringMatching(/^making\.ts:4: made in a function/),
    expect.stringMatching(/^making\.ts:2 .*polynomial/),
  ]);
});

test('checks the source files of the product, and not tests', () => {
  const files = [
    'apps/server/src/app.ts',
    'apps/web/src/ui/avatar.tsx',
    'packages/sync/src/client/link.test.ts',
    'e2e/src/soak.ts',
  ];
  expect(productSources(files)).toEqual(files.slice(0, 2));
});
