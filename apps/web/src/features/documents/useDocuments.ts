import type { Document, DocumentStatus } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/useList.ts';

/** What a list of documents is narrowed to; what is left out does not narrow it. */
export type DocumentFilter = {
  readonly projectId?: string;
  readonly status?: DocumentStatus;
  readonly tag?: string;
  readonly favourite?: 'true';
  /** Part of the title. */
  readonly q?: string;
  /** Last edited first without it. */
  readonly sort?: 'title';
};

/** Loads the active documents that match a filter, last edited first or by title. */
export function useDocuments(filter: DocumentFilter = {}): List<Document> {
  return useList(keys.documentsLike(filter), (call, cursor, signal) =>
    call('listDocuments', { query: { ...cursor, ...filter } }, signal),
  );
}

/** What I opened, made or changed last. */
export function useRecentDocuments(): List<Document> {
  return useList(keys.recentDocuments, (call, cursor, signal) => call('listRecentDocuments', { query: cursor }, signal));
}

/** The first few of them, to go on where one left off. */
export function useLastDocuments(): List<Document> {
  return useList(keys.lastDocuments, (call, cursor, signal) =>
    call('listRecentDocuments', { query: { ...cursor, limit: 5 } }, signal),
  );
}

/** Active documents whose status is draft. */
export function useDrafts(): List<Document> {
  return useList(keys.drafts, (call, cursor, signal) => call('listDrafts', { query: cursor }, signal));
}

/** What is archived or in the trash. */
export function useArchivedDocuments(): List<Document> {
  return useList(keys.archivedDocuments, (call, cursor, signal) => call('listArchivedDocuments', { query: cursor }, signal));
}

/** The documents of one project in its order: the active ones, or, where the project is archived, those that were put away with it. */
export function useProjectDocuments(id: string): List<Document> {
  return useList(keys.projectDocuments(id), (call, cursor, signal) =>
    call('listProjectDocuments', { params: { id }, query: cursor }, signal),
  );
}

/** Tags of the documents that I may read, most used first. */
export function useTags(): List<{ name: string; documentCount: number }> {
  return useList(keys.tags, (call, cursor, signal) => call('listTags', { query: cursor }, signal));
}
