import { expect, test } from 'vitest';
import { readArticles } from '../../vite/article-index.ts';
import type { IndexedArticle } from './article-index.ts';
import { findArticles } from './article-search.ts';

const article = (title: string, text: string, summary = ''): IndexedArticle => ({
  area: 'Guides',
  path: `/guides/${title}`,
  title,
  summary,
  text,
});
const titlesOf = (index: readonly IndexedArticle[], wanted: string) =>
  findArticles(index, wanted).map(({ title }) => title);

test('finds articles that contain every word, ignores case and accents, and ranks matches in titles first', () => {
  const index = [
    article('Roles', 'Who may share'),
    article('Sharing', 'A rôle is given'),
    article('Shared roles', ''),
  ];
  expect(titlesOf(index, 'ROLE')).toEqual(['Roles', 'Shared roles', 'Sharing']);
  expect(titlesOf(index, 'role share')).toEqual(['Shared roles', 'Roles']);
  expect(titlesOf(index, 'role whale')).toEqual([]);
  expect(titlesOf(index, ' ,. ')).toEqual([]);
});

test('an excerpt surrounds the match and is cut at word boundaries', () => {
  const long = `${'before it '.repeat(30)}the Wörd itself ${'after it '.repeat(40)}`;
  const excerpt = findArticles([article('One', long)], 'word')[0]?.excerpt ?? '';
  expect(excerpt).toMatch(/^… (before|it) .* the Wörd itself after it .* (after|it) …$/);
  expect(findArticles([article('One', 'nothing', 'a summary')], 'one')[0]?.excerpt).toBe(
    'a summary',
  );
});

test('the index contains the text of all articles without markup', async () => {
  const articles = await readArticles();
  expect(new Set(articles.map(({ area }) => area))).toEqual(
    new Set(['Help center', 'Guides', 'Documentation', 'Blog']),
  );
  expect(articles.filter(({ area }) => area === 'Help center').length).toBeGreaterThanOrEqual(20);
  for (const { path, title, summary, text } of articles) {
    expect([path, title === '', summary === '', text.length > 100]).toEqual([
      path,
      false,
      false,
      true,
    ]);
    expect([path, /export const|\]\(|\*\*|^#/.exec(text)?.[0]]).toEqual([path, undefined]);
  }
  expect(titlesOf(articles, 'offline')).not.toEqual([]);
});
