import { readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import type { IndexedArticle } from '../src/content/articleIndex.ts';
import { slugsOf } from '../src/content/slugs.ts';

/** Where articles lie, what their list is called, and where it is; in the order in which equals are shown. */
const areas = [
  { folder: 'help', area: 'Help center', base: '/help-center/public' },
  { folder: 'guides', area: 'Guides', base: '/guides' },
  { folder: 'documentation', area: 'Documentation', base: '/documentation' },
  { folder: 'blog', area: 'Blog', base: '/blog' },
] as const;

/** What a text says, without the signs of Markdown. Words are what is looked for, so a sign left over does no harm. */
function plainOf(markdown: string): string {
  return markdown
    .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/^\s*(?:[-:| ]{4,}|```.*)$/gm, ' ')
    .replaceAll(/<[^>]+>|[#>|]+/g, ' ')
    .replaceAll(/[*`]|(?<!\w)_|_(?!\w)/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** One of the facts at the head of an article. */
function factOf(source: string, name: string, file: string): string {
  const found = new RegExp(`^  ${name}:\\s*(?:'((?:[^'\\\\]|\\\\.)*)'|"((?:[^"\\\\]|\\\\.)*)")`, 'm').exec(source);
  const fact = found?.[1] ?? found?.[2];
  if (fact === undefined) throw new Error(`${file} does not say its ${name}.`);
  return fact.replaceAll(/\\(.)/g, '$1');
}

/** Reads all articles as they can be looked through. */
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

/** Puts what there is to look through into the page's own file of it, which is fetched when somebody looks for something. */
export function articleIndex(): Plugin {
  return {
    name: 'article-index',
    enforce: 'pre',
    load: {
      filter: { id: /\/src\/content\/articleIndex\.ts$/ },
      handler: () => `export const articleIndex = ${JSON.stringify(readArticles())};`,
    },
  };
}
