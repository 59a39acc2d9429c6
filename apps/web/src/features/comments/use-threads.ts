import type {
  Comment,
  CommentChange,
  EventData,
  NewComment,
  ReactionKind,
  Thread,
} from '@longhand/contract';
import type { Link } from '@longhand/sync/client';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo } from 'react';
import { useCall } from '../../api/api-provider.tsx';
import { keys } from '../../api/keys.ts';
import { useServerEvent } from '../../api/server-events.ts';
import { ThreadCache } from './thread-cache.ts';

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
  const { data, isPending, error, hasNextPage, isFetching, fetchNextPage, refetch } =
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
    // A refetch continues: it would be cancelled for the next page.
    if (hasNextPage && !isFetching && error === null) void fetchNextPage({ cancelRefetch: false });
  }, [hasNextPage, isFetching, error, fetchNextPage]);
  const threads = useMemo(() => data?.pages.flatMap(({ items }) => items) ?? none, [data]);
  return { threads, isPending: isPending || hasNextPage, error, retry: () => void refetch() };
}

/**
 * Actions on comments. Each resolves when the list contains the result, and rejects like the call.
 */
export type CommentCalls = {
  create(comment: NewComment): Promise<string>;
  change(commentId: string, change: CommentChange): Promise<void>;
  remove(comment: Pick<Comment, 'id' | 'threadId'>): Promise<void>;
  react(commentId: string, kind: ReactionKind, isOn: boolean): Promise<void>;
};

/**
 * Returns the {@link CommentCalls} of a document, and keeps its threads current: those that events
 * name, and all of them after the live channel was interrupted. The channel notices a silent
 * connection sooner than the event stream.
 */
export function useCommentCalls(documentId: string, link: Link): CommentCalls {
  const call = useCall();
  const store = useQueryClient();
  const cache = useMemo(() => new ThreadCache(store, call, documentId), [store, call, documentId]);
  const follow = useCallback(
    (changed: EventData<'thread'>) => {
      if (changed.documentId === documentId) cache.follow(changed.threadId, changed.version);
    },
    [cache, documentId],
  );
  useServerEvent('thread', follow);
  useEffect(() => {
    let wasConnected = link.state.connected;
    return link.onChange(({ connected }) => {
      if (connected && !wasConnected) cache.readAll();
      wasConnected = connected;
    });
  }, [link, cache]);
  return useMemo(
    () => ({
      async create(comment) {
        const said = await cache.changing(() =>
          call('createComment', { params: { id: documentId }, body: comment }),
        );
        return said.threadId;
      },
      async change(commentId, change) {
        const params = { id: documentId, commentId };
        await cache.changing(() => call('updateComment', { params, body: change }));
      },
      async react(commentId, kind, isOn) {
        const params = { id: documentId, commentId, kind };
        await cache.changing(() => call(isOn ? 'addReaction' : 'removeReaction', { params }));
      },
      async remove({ id: commentId, threadId }) {
        await cache.changing(async () => {
          await call('deleteComment', { params: { id: documentId, commentId } });
          return { threadId };
        });
      },
    }),
    [call, cache, documentId],
  );
}
