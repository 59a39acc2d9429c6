import { existsSync, readdirSync, readFileSync } from 'node:fs';
import type { Plugin } from 'vite';
import { languages } from '@longhand/contract';
import type { IndexedArticle } from '../src/content/article-index.ts';
import { slugsOf } from '../src/content/slugs.ts';
import { readTranslations } from './languages.ts';

/** Folder, title and path of each area, in the order in which equally ranked articles are shown. */
const areas = [
  { folder: 'help', area: 'Help center', base: '/help-center/public' },
  { folder: 'guides', area: 'Guides', base: '/guides' },
  { folder: 'documentation', area: 'Documentation', base: '/documentation' },
  { folder: 'blog', area: 'Blog', base: '/blog' },
] as const;

const content = new URL('../src/content/', import.meta.url);

/** Languages that have articles. */
const indexed = languages.filter(
  (language) => language === 'en' || existsSync(new URL(`${language}/`, content)),
);

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

/** Reads the search index of all articles in a language; those without a translation in English. */
export async function readArticles(language: string = 'en'): Promise<IndexedArticle[]> {
  const known = language === 'en' ? [] : await readTranslations(language);
  const translated = new Map(known.map(({ source, text }) => [source, text]));
  return areas.flatMap(({ folder, area, base }) => {
    const place = new URL(`${folder}/`, content);
    const files = readdirSync(place).filter((name) => name.endsWith('.mdx'));
    return slugsOf(folder).map((slug, n) => {
      const file = files[n] ?? '';
      const own = new URL(`${language}/${folder}/${file}`, content);
      const isForeign = language !== 'en' && !existsSync(own);
      const source = readFileSync(
        language === 'en' || isForeign ? new URL(file, place) : own,
        'utf8',
      );
      const text = plainOf(source.replace(/^export const article = \{[\s\S]*?^\};/m, ''));
      return {
        area: translated.get(area) ?? area,
        path: `${base}/${slug}`,
        title: factOf(source, 'title', file),
        summary: factOf(source, 'summary', file),
        text,
        ...(isForeign && { lang: 'en' as const }),
      };
    });
  });
}

/** Name of the module with the index of a language. It has no file. */
const indexModule = 'virtual:article-index-';

/**
 * Replaces `article-index.ts` by a module that loads the search index of a language. Each index is
 * a separate chunk, which is fetched on the first search.
 */
export function articleIndex(): Plugin {
  return {
    name: 'article-index',
    enforce: 'pre',
    resolveId: {
      filter: { id: new RegExp(`^${indexModule}`) },
      handler: (id) => `\0${id}`,
    },
    load: {
      filter: { id: new RegExp(`^\0${indexModule}|/src/content/article-index\\.ts$`) },
      async handler(id) {
        const language = id.split(indexModule)[1];
        if (language !== undefined)
          return `export default ${JSON.stringify(await readArticles(language))};`;
        const loaders = indexed.map((each) => `${each}: () => import('${indexModule}${each}')`);
        return `const indexes = { ${loaders.join(', ')} };
export const loadArticleIndex = async (language) =>
  (await (indexes[language] ?? indexes.en)()).default;`;
      },
    },
  };
}
