import type { CommentChange, NewComment, ReactionKind, Thread } from '@longhand/contract';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';

/** Maximum number of threads per response. */
const perPage = 100;

const none: readonly Thread[] = [];

/** Fetches all threads of a document: they are shown beside its text, so all are needed. */
export function useThreads(documentId: string): {
  threads: readonly Thread[];
  isPending: boolean;
  error: Error | null;
  retry(): void;
} {
  const call = useCall();
  const { data, isPending, error, hasNextPage, isFetchingNextPage, fetchNextPage, refetch } =
    useInfiniteQuery({
      queryKey: keys.comments(documentId),
      queryFn: ({ pageParam, signal }) =>
        call(
          'listComments',
          {
            params: { id: documentId },
            query: { limit: perPage, ...(pageParam !== null && { cursor: pageParam }) },
          },
          signal,
        ),
      initialPageParam: null as string | null,
      getNextPageParam: (page) => page.nextCursor,
    });
  useEffect(() => {
    if (hasNextPage && !isFetchingNextPage && error === null) void fetchNextPage();
  }, [hasNextPage, isFetchingNextPage, error, fetchNextPage]);
  const threads = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? none, [data]);
  return { threads, isPending: isPending || hasNextPage, error, retry: () => void refetch() };
}

/**
 * Actions on comments. Each resolves when the list contains the result, and rejects like the call.
 */
export type CommentCalls = {
  say(comment: NewComment): Promise<string>;
  change(commentId: string, change: CommentChange): Promise<void>;
  remove(commentId: string): Promise<void>;
  react(commentId: string, kind: ReactionKind, isOn: boolean): Promise<void>;
};

/** Returns the {@link CommentCalls} of a document. */
export function useCommentCalls(documentId: string): CommentCalls {
  const call = useCall();
  const store = useQueryClient();
  return useMemo(() => {
    const anew = (): Promise<void> =>
      store.invalidateQueries({ queryKey: keys.comments(documentId) });
    return {
      async say(comment) {
        const { threadId } = await call('createComment', {
          params: { id: documentId },
          body: comment,
        });
        await anew();
        return threadId;
      },
      async change(commentId, change) {
        await call('updateComment', { params: { id: documentId, commentId }, body: change });
        await anew();
      },
      async react(commentId, kind, isOn) {
        await call(isOn ? 'addReaction' : 'removeReaction', {
          params: { id: documentId, commentId, kind },
        });
        await anew();
      },
      async remove(commentId) {
        await call('deleteComment', { params: { id: documentId, commentId } });
        await anew();
      },
    };
  }, [call, store, documentId]);
}
