import type { Document } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/useList.ts';

/** All active documents that I may read, newest edit first; with a tag, those that have it. */
export function useDocuments(tag: string | null = null): List<Document> {
  return useList(tag === null ? keys.documents : keys.tagged(tag), (call, cursor, signal) =>
    call('listDocuments', { query: tag === null ? cursor : { ...cursor, tag } }, signal),
  );
}

/** What I opened, made or changed last. */
export function useRecentDocuments(): List<Document> {
  return useList(keys.recentDocuments, (call, cursor, signal) => call('listRecentDocuments', { query: cursor }, signal));
}

/** Active documents whose status is draft. */
export function useDrafts(): List<Document> {
  return useList(keys.drafts, (call, cursor, signal) => call('listDrafts', { query: cursor }, signal));
}

/** What is archived or in the trash. */
export function useArchivedDocuments(): List<Document> {
  return useList(keys.archivedDocuments, (call, cursor, signal) => call('listArchivedDocuments', { query: cursor }, signal));
}

/** My favourites. */
export function useFavourites(): List<Document> {
  return useList(keys.favourites, (call, cursor, signal) =>
    call('listDocuments', { query: { ...cursor, favourite: 'true' } }, signal),
  );
}

/** The active documents of one project, in its order. */
export function useProjectDocuments(projectId: string): List<Document> {
  return useList(keys.projectDocuments(projectId), (call, cursor, signal) =>
    call('listProjectDocuments', { params: { id: projectId }, query: cursor }, signal),
  );
}

/** Tags of the documents that I may read, most used first. */
export function useTags(): List<{ name: string; documentCount: number }> {
  return useList(keys.tags, (call, cursor, signal) => call('listTags', { query: cursor }, signal));
}
