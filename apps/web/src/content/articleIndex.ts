/** An article as its words can be looked through. `area` is what its list is called. */
export type IndexedArticle = {
  readonly area: string;
  readonly path: string;
  readonly title: string;
  readonly summary: string;
  readonly text: string;
};

/** All articles, of every area. Filled by `vite/articleIndex.ts`, which reads the MDX files; tests read them by the same function. */
export const articleIndex: readonly IndexedArticle[] = [];
