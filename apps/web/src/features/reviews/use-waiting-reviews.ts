import type { WaitingReview } from '@longhand/contract';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Loads the reviews that wait for the user's answer. */
export function useWaitingReviews(): List<WaitingReview> {
  return useList(keys.waitingReviews, (call, cursor, signal) =>
    call('listWaitingReviews', { query: { ...cursor, limit: 5 } }, signal),
  );
}
