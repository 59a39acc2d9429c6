import type { SharedWork } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/useList.ts';

/** The people with whom I share work, and in what. */
export function useSharedWork(): List<SharedWork> {
  return useList(keys.sharedWork, (call, cursor, signal) => call('listCollaborators', { query: cursor }, signal));
}
