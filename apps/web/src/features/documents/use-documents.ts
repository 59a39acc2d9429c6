import type { Document, DocumentStatus } from '@longhand/contract';
import type { ListRule } from '../../api/document-rows.ts';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Filter of a list of documents; absent fields do not filter. */
export type DocumentFilter = {
  readonly projectId?: string;
  readonly status?: DocumentStatus;
  readonly tag?: string;
  readonly favourite?: 'true';
  /** Part of the title. */
  readonly q?: string;
  /** Default: last edited first. */
  readonly sort?: 'title';
};

/** Returns the rule of the list of documents that match a filter. */
function ruleOf({ status, tag, q, sort }: DocumentFilter): ListRule {
  const dependsOn: ListRule['dependsOn'] = [
    ...(status === undefined ? [] : ['status' as const]),
    ...(tag === undefined ? [] : ['tags' as const]),
    ...(q === undefined && sort === undefined ? [] : ['title' as const]),
  ];
  return sort === undefined ? { dependsOn, newestFirst: true } : { dependsOn };
}

/** The order of these lists depends on the user's visits only. */
const byVisit: ListRule = { dependsOn: ['visit'] };

/** Loads the active documents that match a filter, last edited first or by title. */
export function useDocuments(filter: DocumentFilter = {}): List<Document> {
  return useList(
    keys.documentsLike(filter),
    (call, cursor, signal) => call('listDocuments', { query: { ...cursor, ...filter } }, signal),
    ruleOf(filter),
  );
}

/** Fetches the documents that the user opened, created or changed last. */
export function useRecentDocuments(): List<Document> {
  return useList(
    keys.recentDocuments,
    (call, cursor, signal) => call('listRecentDocuments', { query: cursor }, signal),
    byVisit,
  );
}

/** Fetches the first few of them, for the dashboard. */
export function useLastDocuments(): List<Document> {
  return useList(
    keys.lastDocuments,
    (call, cursor, signal) =>
      call('listRecentDocuments', { query: { ...cursor, limit: 5 } }, signal),
    byVisit,
  );
}

/** Fetches the active documents with the status draft. */
export function useDrafts(): List<Document> {
  return useList(
    keys.drafts,
    (call, cursor, signal) => call('listDrafts', { query: cursor }, signal),
    ruleOf({ status: 'draft' }),
  );
}

/** Fetches archived documents and those in the trash. */
export function useArchivedDocuments(): List<Document> {
  return useList(
    keys.archivedDocuments,
    (call, cursor, signal) => call('listArchivedDocuments', { query: cursor }, signal),
    { dependsOn: [] },
  );
}

/**
 * Fetches the documents of a project in its order: the active ones, or, if the project is archived,
 * those archived with it.
 */
export function useProjectDocuments(id: string): List<Document> {
  return useTreeDocuments(id);
}

/** Returns the key of the tree of a project, or of the user's personal drafts if it is null. */
export function treeKey(projectId: string | null) {
  return projectId === null ? keys.personalDocuments : keys.projectDocuments(projectId);
}

/** Fetches the active documents of a project, or the user's personal drafts, in their order. */
export function useTreeDocuments(projectId: string | null): List<Document> {
  return useList(
    treeKey(projectId),
    (call, cursor, signal) =>
      projectId === null
        ? call('listPersonalDocuments', { query: cursor }, signal)
        : call('listProjectDocuments', { params: { id: projectId }, query: cursor }, signal),
    { dependsOn: [] },
  );
}

/** Fetches the tags of documents that the user may read, most used first. */
export function useTags(): List<{ name: string; documentCount: number }> {
  return useList(keys.tags, (call, cursor, signal) => call('listTags', { query: cursor }, signal), {
    dependsOn: ['tags'],
  });
}
