/**
 * An article with its searchable text. `area` is the title of its list. `lang`: the language of the
 * article, if it is not that of the index.
 */
export type IndexedArticle = {
  readonly area: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
  readonly lang?: 'en';
};

/**
 * Returns all articles of every area, in a language, otherwise in English. `vite/article-index.ts`
 * replaces this module by one with the texts of the MDX files; tests use its function.
 */
export async function loadArticleIndex(_language: string): Promise<readonly IndexedArticle[]> {
  return [];
}
