import type { AccessRequest } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Loads the pending requests for access about which the user may decide. */
export function useWaitingRequests(): List<AccessRequest> {
  return useList(keys.waitingRequests, (call, cursor, signal) =>
    call('listWaitingRequests', { query: { ...cursor, limit: 5 } }, signal),
  );
}
