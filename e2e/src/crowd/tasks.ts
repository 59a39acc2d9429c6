/** A page of the crowd: a document, and the cookies of its user. */
export type Member = { readonly documentId: string; readonly cookie: string };

/**
 * Tasks of the process of a crowd, executed one after the other.
 * - `join`: opens pages, and resolves when all are in sync.
 * - `watch`: begins to record which pages return. `drop`: cuts all connections.
 * - `returned`: resolves when all pages are in sync again since `watch`.
 * - `see`: resolves when all pages have a word, or after `within` ms.
 */
export type CrowdTask =
  | { readonly kind: 'join'; readonly url: string; readonly members: readonly Member[] }
  | { readonly kind: 'watch'; readonly drop: boolean }
  | { readonly kind: 'returned' }
  | { readonly kind: 'see'; readonly word: string; readonly within: number };

/** Results of the tasks. */
export type CrowdResults = {
  join: null;
  watch: null;
  /**
   * `backAt`: times at which pages were in sync (ms since 1970). `refused`: number of connections
   * that failed or were closed, by reason.
   */
  returned: {
    readonly backAt: Float64Array;
    readonly refused: Readonly<Record<string, number>>;
  };
  /** Number of pages without the word. */
  see: number;
};
