import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { IndexedArticle } from '../src/content/article-index.ts';
import { slugsOf } from '../src/content/slugs.ts';

/** Folder, title and path of each area, in the order in which equally ranked articles are shown. */
const areas = [
  { folder: 'help', area: 'Help center', base: '/help-center/public' },
  { folder: 'guides', area: 'Guides', base: '/guides' },
  { folder: 'documentation', area: 'Documentation', base: '/documentation' },
  { folder: 'blog', area: 'Blog', base: '/blog' },
] as const;

/**
 * Removes the Markdown syntax from a text. Only words are searched, so leftover characters do no
 * harm.
 */
function plainOf(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-:| ]{4,}|```.*)$/gm, ' ')
    .replaceAll(/<[^>]+>|[#>|]+/g, ' ')
    .replaceAll(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/**
 * Returns a string property of an article's metadata.
 *
 * @throws if the article does not have it
 */
function factOf(source: string, name: string, file: string): string {
  const found = new RegExp(
    `^  ${name}:\\s*(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`,
    'm',
  ).exec(source);
  const fact = found?.[1] ?? found?.[2];
  if (fact === undefined) throw new Error(`${file} does not say its ${name}.`);
  return fact.replaceAll(/\\(.)/g, '$1');
}

/** Reads the search index of all articles. */
export function readArticles(): IndexedArticle[] {
  return areas.flatMap(({ folder, area, base }) => {
    const place = new URL(`../src/content/${folder}/`, import.meta.url);
    const files = readdirSync(place).filter((name) => name.endsWith('.mdx'));
    return slugsOf(folder).map((slug, n) => {
      const file = files[n] ?? '';
      const source = readFileSync(new URL(file, place), 'utf8');
      const text = plainOf(source.replace(/^export const article = \{[\s\S]*?^\};/m, ''));
      return {
        area,
        path: `${base}/${slug}`,
        title: factOf(source, 'title', file),
        summary: factOf(source, 'summary', file),
        text,
      };
    });
  });
}

/**
 * Replaces `article-index.ts` by the search index. It becomes a separate chunk, which is fetched on
 * the first search.
 */
export function articleIndex(): Plugin {
  return {
    name: 'article-index',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/content\/article-index\.ts$/ },
      handler: () => `export const articleIndex = ${JSON.stringify(readArticles())};`,
    },
  };
}
