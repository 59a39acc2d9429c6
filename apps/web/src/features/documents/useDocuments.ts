import type { Document } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/useList.ts';

/** All active documents that I may read, newest edit first. */
export function useDocuments(): List<Document> {
  return useList(keys.documents, (call, cursor, signal) => call('listDocuments', { query: cursor }, signal));
}

/** The active documents of one project, in its order. */
export function useProjectDocuments(projectId: string): List<Document> {
  return useList(keys.projectDocuments(projectId), (call, cursor, signal) =>
    call('listProjectDocuments', { params: { id: projectId }, query: cursor }, signal),
  );
}
