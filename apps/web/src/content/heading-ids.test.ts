import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { headingIds, headingsOf, slugOf } from '../../vite/heading-ids.ts';

test.each([
  ['What is needed', 'what-is-needed'],
  ['Who may do what?', 'who-may-do-what'],
  ['It’s `PORT`, not “HOST”!', 'its-port-not-host'],
  ['Größe · 東京', 'größe-東京'],
  ['…', ''],
])('the heading %s gets the slug %s', (heading, slug) => {
  expect(slugOf(heading)).toBe(slug);
});

test('headings of every level get ids, also with inline markup; equal headings get different ids', () => {
  const heading = (
    tagName: string,
    ...children: Parameters<ReturnType<typeof headingIds>>[0][]
  ) => ({
    type: 'element',
    tagName,
    children,
  });
  const words = (value: string) => ({ type: 'text', value });
  const marked = { type: 'element', tagName: 'code', children: [words('PORT')] };
  const article = {
    type: 'root',
    children: [
      heading('h2', words('The setting '), marked),
      heading('h3', words('Once')),
      { type: 'element', tagName: 'blockquote', children: [heading('h3', words('Once'))] },
      heading('h2', words('?')),
      heading('p', words('Once')),
    ],
  };
  headingIds()(article);
  expect([...JSON.stringify(article).matchAll(/"id":"([^"]*)"/g)].map(([, id]) => id)).toEqual([
    'the-setting-port',
    'once',
    'once-2',
    'part',
  ]);
});

test('the headings of a translation have the ids of its original', () => {
  const path = fileURLToPath(new URL('./guides/02-roles.mdx', import.meta.url));
  const originals = headingsOf(readFileSync(path, 'utf8'));
  expect(originals.length).toBeGreaterThan(1);
  const translated = (count: number) => ({
    type: 'root',
    children: originals.slice(0, count).map((_, n) => ({
      type: 'element',
      tagName: 'h2',
      properties: {} as Record<string, unknown>,
      children: [{ type: 'text', value: `Abschnitt ${n + 1}` }],
    })),
  });
  const idsIn = (count: number): unknown[] => {
    const article = translated(count);
    headingIds()(article, { path: path.replace('/content/', '/content/de/') });
    return article.children.map(({ properties }) => properties['id']);
  };
  expect(idsIn(originals.length)).toEqual(originals.map(({ text }) => slugOf(text)));
  // With other headings, a section would get the id of another one.
  expect(idsIn(originals.length - 1)).toEqual(
    originals.slice(1).map((_, n) => `abschnitt-${n + 1}`),
  );
});
