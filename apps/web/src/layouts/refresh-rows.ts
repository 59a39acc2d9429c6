import type { Query, QueryClient, QueryKey } from '@tanstack/react-query';
import type { Call } from '../api/caller.ts';
import { fetchDocument, neededAfter, type RowField } from '../api/document-rows.ts';
import { keys } from '../api/keys.ts';
import type { RowChange } from './invalidation.ts';

/**
 * Maximum number of documents that are fetched one by one. After changes of more documents at once,
 * lists are fetched instead.
 */
const documentsMax = 5;

type Deps = {
  readonly store: QueryClient;
  readonly call: Call;
  /** Refetches queries by key prefix. */
  readonly refresh: (queryKey: QueryKey) => void;
};

/**
 * Creates a function that updates lists after changes of documents. A document that visible lists
 * contain is fetched once, and its row is replaced in all of them. A list is refetched only if its
 * membership or order depends on a changed field.
 */
export function createRowRefresh({ store, call, refresh }: Deps) {
  const reading = new Map<string, AbortController>();

  async function refreshRow(documentId: string): Promise<void> {
    const own = new AbortController();
    reading.get(documentId)?.abort();
    reading.set(documentId, own);
    try {
      await fetchDocument({ call, store }, documentId, own.signal);
    } catch {
      // The user may have lost access since.
      if (!own.signal.aborted) refresh(keys.documents);
    } finally {
      if (reading.get(documentId) === own) reading.delete(documentId);
    }
  }

  return (changes: readonly RowChange[]): void => {
    const fieldsOf = new Map<string, Set<RowField>>();
    for (const { documentId, fields } of changes)
      fieldsOf.set(documentId, new Set([...(fieldsOf.get(documentId) ?? []), ...fields]));
    if (fieldsOf.size > documentsMax) return refresh(keys.documents);
    const lists = new Set<Query>();
    const rows = new Set<string>();
    for (const query of store.getQueryCache().findAll({ queryKey: keys.documents }))
      for (const [documentId, fields] of fieldsOf) {
        const needed = neededAfter(query, documentId, fields);
        if (needed === 'row' && query.isActive()) rows.add(documentId);
        else if (needed !== null) lists.add(query);
      }
    for (const { queryKey } of lists) refresh(queryKey);
    for (const documentId of rows) {
      // The page of a document fetches it itself, and replaces its row.
      const open = store.getQueryCache().find({ queryKey: keys.document(documentId) });
      if (!open?.isActive()) void refreshRow(documentId);
    }
  };
}
