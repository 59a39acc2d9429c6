import type { Document } from '@longhand/contract';
import type { Query, QueryClient } from '@tanstack/react-query';
import type { Call } from './caller.ts';
import { changeCached } from './change-cached.ts';
import { keys } from './keys.ts';
import type { Pages } from './refresh.ts';

/** Property of a document on which a list may depend. `visit`: the user's own last visit. */
export type RowField = 'title' | 'status' | 'tags' | 'updatedAt' | 'visit';

/**
 * Dependence of a list of documents on its rows. A change of a field of `dependsOn` may alter its
 * membership or order in a way that only the server computes. `newestFirst`: it is in the order of
 * `updatedAt`, which a page can restore.
 */
export type ListRule = { readonly dependsOn: readonly RowField[]; readonly newestFirst?: true };

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { readonly rule?: ListRule | undefined };
  }
}

/**
 * Returns what a cached list needs after fields of a document have changed, which remains readable
 * and in its project: the list, the row of the document, or nothing.
 */
export function neededAfter(
  { meta, state }: Query,
  documentId: string,
  changed: ReadonlySet<RowField>,
): 'list' | 'row' | null {
  const rule = meta?.rule;
  // The response of a fetch in progress may be older than the change.
  if (rule === undefined || !isPages(state.data) || state.fetchStatus !== 'idle') return 'list';
  if (rule.dependsOn.some((field) => changed.has(field))) return 'list';
  if (rowIn(state.data, documentId) !== undefined) return 'row';
  // A row of a page that is not loaded moves to the first page.
  const isWhole = state.data.pages.at(-1)?.nextCursor === null;
  return rule.newestFirst && changed.has('updatedAt') && !isWhole ? 'list' : null;
}

/**
 * Replaces the row of a document in all cached lists that contain it.
 *
 * @param readSince time at which the document was requested (ms). Lists that were fetched later are
 *   not changed.
 */
export function storeRow(store: QueryClient, document: Document, readSince = Infinity): void {
  for (const { queryKey, state, meta } of store
    .getQueryCache()
    .findAll({ queryKey: keys.documents }))
    if (isPages(state.data) && state.dataUpdatedAt <= readSince && rowIn(state.data, document.id))
      changeCached(store, queryKey, (list: Pages) => withRow(list, document, meta?.rule));
}

/**
 * Fetches a document and replaces its row in cached lists.
 *
 * @throws ApiFailure if the server refuses it or is unreachable
 */
export async function fetchDocument(
  { call, store }: { readonly call: Call; readonly store: QueryClient },
  id: string,
  signal: AbortSignal,
): Promise<Document> {
  const readSince = Date.now();
  const document = await call('getDocument', { params: { id } }, signal);
  storeRow(store, document, readSince);
  return document;
}

/** Returns a cached list with a new row of a document, or the same object if nothing changes. */
export function withRow(list: Pages, document: Document, rule?: ListRule): Pages {
  const old = rowIn(list, document.id);
  if (old === undefined || JSON.stringify(old) === JSON.stringify(document)) return list;
  const moves = rule?.newestFirst === true && old.updatedAt !== document.updatedAt;
  const isBefore = ({ updatedAt }: Partial<Document>) =>
    updatedAt !== undefined && updatedAt < document.updatedAt;
  let isPlaced = !moves;
  const pages = list.pages.map((page) => {
    const items = page.items.flatMap((row): Page['items'] => {
      if (row.id === document.id) return moves ? [] : [document];
      if (isPlaced || !isBefore(row)) return [row];
      isPlaced = true;
      return [document, row];
    });
    return { ...page, items };
  });
  const last = pages.at(-1);
  if (!isPlaced && last) last.items = [...last.items, document];
  return { ...list, pages };
}

type Page = Pages['pages'][number];

/** Returns the row of a document in a cached list. Rows of other kinds have no title. */
function rowIn(list: Pages, documentId: string): Document | undefined {
  for (const { items } of list.pages)
    for (const row of items) if (row?.id === documentId && 'title' in row) return row as Document;
  return undefined;
}

function isPages(data: unknown): data is Pages {
  return typeof data === 'object' && data !== null && 'pages' in data && Array.isArray(data.pages);
}
