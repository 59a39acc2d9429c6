import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readTranslations } from '../../vite/languages.ts';

const content = import.meta.dirname;
const contract = join(content, '../../../../packages/contract/src');
const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').toLowerCase();

/** Reads the sources of the interface, and the texts that the server passes to it. */
function readInterface(): string {
  const sourcesOf = (folder: string): string[] =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => /\.tsx?$/.test(path) && !path.includes('.test.'))
      .map((path) => join(folder, path));
  return flat(
    [...sourcesOf(join(content, '..')), ...sourcesOf(contract)]
      .filter((path) => !path.startsWith(content))
      .map((path) => readFileSync(path, 'utf8'))
      .join(' '),
  );
}

/** Returns the names in italics of an article, with the article's path. */
function namesIn(path: string): string[] {
  const text = readFileSync(join(content, path), 'utf8')
    .replace(/^export const article = \{[\s\S]*?^\};/m, '')
    .replaceAll(/`[^`]*`/g, '');
  return [...text.matchAll(/(?<!\w)_([^_]+?)\.?_(?!\w)/g)].map(
    ([, name = '']) => `${path}: ${name}`,
  );
}

const articlesIn = (place: string): string[] =>
  ['help', 'guides', 'documentation'].flatMap((folder) =>
    readdirSync(join(content, place, folder))
      .filter((name) => name.endsWith('.mdx'))
      .map((name) => join(place, folder, name)),
  );
const articles = articlesIn('');

test('each name of a button, tab or status in an article occurs in the interface', () => {
  const names = articles.flatMap(namesIn);
  expect(names.length).toBeGreaterThan(150);
  const shown = readInterface();
  expect(
    names.filter((name) => !shown.includes(flat(name.split(': ').slice(1).join(': ')))),
  ).toEqual([]);
});

test('each name in a German article occurs in the German texts of the interface', async () => {
  const names = articlesIn('de').flatMap(namesIn);
  expect(names.length).toBeGreaterThan(150);
  const texts = flat((await readTranslations('de')).map(({ text }) => text).join(' '));
  expect(
    names.filter((name) => !texts.includes(flat(name.split(': ').slice(1).join(': ')))),
  ).toEqual([]);
});

test('the help center describes the interface and not the API', () => {
  const help = articles.filter((path) => path.startsWith('help/'));
  const read = (path: string): string => readFileSync(join(content, path), 'utf8');
  expect(help.filter((path) => /\/api\/v1|there is no button/i.test(read(path)))).toEqual([]);
});
