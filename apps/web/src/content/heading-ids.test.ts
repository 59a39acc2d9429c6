import { expect, test } from 'vitest';
import { headingIds, slugOf } from '../../vite/heading-ids.ts';

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
