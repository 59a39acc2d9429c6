import type { SharedWork } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches the user's collaborators with the shared projects and documents. */
export function useSharedWork(): List<SharedWork> {
  return useList(keys.sharedWork, (call, cursor, signal) =>
    call('listCollaborators', { query: cursor }, signal),
  );
}
