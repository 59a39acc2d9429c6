/** An article with its searchable text. `area` is the title of its list. */
export type IndexedArticle = {
  readonly area: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
};

/**
 * All articles of every area. Filled by `vite/article-index.ts`, which reads the MDX files; tests
 * use the same function.
 */
export const articleIndex: readonly IndexedArticle[] = [];
