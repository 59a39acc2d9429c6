import type { Activity } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches the activity in everything the user may read, newest first. */
export function useRecentActivity(): List<Activity> {
  return useList(keys.activity, (call, cursor, signal) =>
    call('listRecentActivity', { query: cursor }, signal),
  );
}

/** Fetches the latest entries of it, for the dashboard. */
export function useLatestActivity(limit: number): List<Activity> {
  return useList(keys.latestActivity, (call, cursor, signal) =>
    call('listRecentActivity', { query: { ...cursor, limit } }, signal),
  );
}

/** Fetches the activity in one project, newest first. */
export function useProjectActivity(projectId: string): List<Activity> {
  return useList(keys.projectActivity(projectId), (call, cursor, signal) =>
    call('listProjectActivity', { params: { id: projectId }, query: cursor }, signal),
  );
}
