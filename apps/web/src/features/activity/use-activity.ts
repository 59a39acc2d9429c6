import type { Activity } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches the latest activity in everything the user may read, for the dashboard. */
export function useLatestActivity(limit: number): List<Activity> {
  return useList(keys.latestActivity, (call, cursor, signal) =>
    call('listRecentActivity', { query: { ...cursor, limit } }, signal),
  );
}

/** Fetches the activity in a document and those inside it, or in everything if the id is ''. */
export function useActivityWithin(documentId: string): List<Activity> {
  return useList(
    documentId === '' ? keys.activity : keys.documentActivity(documentId),
    (call, cursor, signal) =>
      documentId === ''
        ? call('listRecentActivity', { query: cursor }, signal)
        : call(
            'listDocumentActivity',
            { params: { id: documentId }, query: { ...cursor, below: 'true' } },
            signal,
          ),
  );
}

/** Fetches the activity in one project, newest first. */
export function useProjectActivity(projectId: string): List<Activity> {
  return useList(keys.projectActivity(projectId), (call, cursor, signal) =>
    call('listProjectActivity', { params: { id: projectId }, query: cursor }, signal),
  );
}
