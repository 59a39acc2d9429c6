import type { ComponentType } from 'react';

/**
 * Metadata of an article for lists and for its page. `date` (ISO 8601 day) only if the time of
 * writing matters.
 */
export type ArticleFacts = {
  readonly title: string;
  readonly summary: string;
  readonly date?: string;
};

/**
 * An article with its text. `lang`: the language of the article, if it is not that of the page,
 * because it has not been translated.
 */
export type Article = ArticleFacts & {
  readonly slug: string;
  readonly lang?: 'en';
  readonly Text: ComponentType;
};

/** A folder of articles as Vite imports it: the modules by their paths. */
export type ArticleModules = Readonly<Record<string, unknown>>;

const nameOf = (path: string): string => path.slice(path.lastIndexOf('/') + 1);

/**
 * Returns the slug of an article: its file name without extension and without the number that sorts
 * it.
 */
const slugOf = (name: string): string => name.replace(/\.mdx$/, '').replace(/^\d+-/, '');

/**
 * Returns the articles of a folder, in the order of their file names.
 *
 * @param originals the English articles
 * @param translations the articles in the language of the page, which have the names of their
 *   originals; null if its language is English
 */
export function articlesOf(
  originals: ArticleModules,
  translations: ArticleModules | null,
): readonly Article[] {
  const translated = new Map(
    Object.entries(translations ?? {}).map(([path, module]) => [nameOf(path), module]),
  );
  return Object.entries(originals).map(([path, original]) => {
    const name = nameOf(path);
    const own = translated.get(name);
    const { article, default: Text } = (own ?? original) as {
      article?: ArticleFacts;
      default: ComponentType;
    };
    const isForeign = translations !== null && own === undefined;
    return {
      ...(article ?? { title: '', summary: '' }),
      ...(isForeign && { lang: 'en' as const }),
      slug: slugOf(name),
      Text,
    };
  });
}
