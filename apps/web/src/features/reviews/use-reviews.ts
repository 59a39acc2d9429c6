import type { NewReview, Review, ReviewAnswer, ReviewChange } from '@longhand/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useList, type List } from '../../api/use-list.ts';

/** Fetches a document's rounds of review, newest first. */
export function useReviews(documentId: string): List<Review> {
  return useList(keys.reviews(documentId), (call, cursor, signal) =>
    call('listReviews', { params: { id: documentId }, query: cursor }, signal),
  );
}

/**
 * Returns the actions on a document's rounds and its lock. Each resolves when the page shows the
 * result.
 */
export function useReviewCalls(documentId: string) {
  const call = useCall();
  const store = useQueryClient();
  const onSuccess = async (): Promise<void> => {
    void store.invalidateQueries({ queryKey: keys.documents });
    void store.invalidateQueries({ queryKey: keys.inbox });
    await store.invalidateQueries({ queryKey: keys.document(documentId) });
  };
  const params = (reviewId: string) => ({ params: { id: documentId, reviewId } });
  return {
    ask: useMutation({
      mutationFn: (body: NewReview) => call('createReview', { params: { id: documentId }, body }),
      onSuccess,
    }),
    change: useMutation({
      mutationFn: ({ id, change }: { id: string; change: ReviewChange }) =>
        call('updateReview', { ...params(id), body: change }),
      onSuccess,
    }),
    answer: useMutation({
      mutationFn: ({ id, answer }: { id: string; answer: ReviewAnswer }) =>
        call('answerReview', { ...params(id), body: answer }),
      onSuccess,
    }),
    end: useMutation({
      mutationFn: ({ id, as }: { id: string; as: 'ended' | 'cancelled' }) =>
        call('endReview', { ...params(id), body: { as } }),
      onSuccess,
    }),
    remind: useMutation({
      mutationFn: (id: string) => call('remindReviewers', params(id)),
      onSuccess,
    }),
    lock: useMutation({
      mutationFn: (locked: boolean) =>
        call(locked ? 'lockDocument' : 'unlockDocument', { params: { id: documentId } }),
      onSuccess,
    }),
  };
}

/** Result of {@link useReviewCalls}. */
export type ReviewCalls = ReturnType<typeof useReviewCalls>;
