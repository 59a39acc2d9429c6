import { t } from '@lingui/core/macro';
import type { News } from '@longhand/contract';
import { attributeRuns, type NodeJson } from '@longhand/document';
import { runsOf } from '@longhand/text';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Editor } from '@tiptap/core';
import { useCall } from '../../api/api-provider.tsx';
import type { Call } from '../../api/caller.ts';
import { sentenceOf } from '../../api/failure.ts';
import { keys } from '../../api/keys.ts';
import { replicaOf } from '../../editor/text/bound-text.ts';
import type { TextRange } from '../../editor/text/text-range.ts';
import { useToast } from '../../ui/toast-provider.tsx';
import { changesOf, type Change } from './changes.ts';

/** News of a document, and the ranges of the changes when it was opened. */
export type Found = { readonly news: News; readonly changes: readonly Change[] };

/**
 * Fetches the changes by others since the user's last visit; null for none. Once each time the
 * document is opened.
 */
export function useNews(
  documentId: string,
  userId: string,
  editor: Editor,
): { found: Found | null; markSeen: () => void } {
  const call = useCall();
  const store = useQueryClient();
  const show = useToast();
  const queryKey = keys.news(documentId);
  const { data } = useQuery({
    queryKey,
    async queryFn({ signal }): Promise<Found | null> {
      const { news } = await call('getNews', { params: { id: documentId } }, signal);
      if (news === null || !isDocument(news.content) || editor.isDestroyed) return null;
      const changes = changesOf(news.content, editor.state.doc);
      const others = news.alsoByMe
        ? await withoutOwn(call, { documentId, userId, editor, changes, signal })
        : changes;
      return others.length === 0 ? null : { news, changes: others };
    },
    // Not refetched when all queries are invalidated: the user may have marked the changes as seen.
    staleTime: 'static',
    gcTime: 0,
    structuralSharing: false,
  });
  const mark = useMutation({
    mutationFn: () => call('markSeen', { params: { id: documentId } }),
    onError: (error) =>
      show({
        title: t`The changes were not marked as seen`,
        text: sentenceOf(error),
        isDestructive: true,
      }),
  });
  return {
    found: data ?? null,
    markSeen() {
      store.setQueryData(queryKey, null);
      mark.mutate();
    },
  };
}

function isDocument(content: unknown): content is NodeJson {
  return (
    typeof content === 'object' && content !== null && 'type' in content && content.type === 'doc'
  );
}

type Own = {
  documentId: string;
  userId: string;
  editor: Editor;
  changes: readonly Change[];
  signal: AbortSignal;
};

/**
 * Removes changes that consist only of the user's own characters. The author of removed text is
 * unknown: such changes remain.
 */
async function withoutOwn(
  call: Call,
  { documentId, userId, editor, changes, signal }: Own,
): Promise<readonly Change[]> {
  const before = editor.state.doc;
  const { people, writings } = await call(
    'getAuthors',
    { params: { id: documentId }, query: {} },
    signal,
  );
  const replica = replicaOf(editor);
  if (replica === null || editor.state.doc !== before) return changes;
  const runs = attributeRuns(runsOf(replica.rendering, replica.reading), writings);
  const isOwn = ({ from, to }: TextRange): boolean => {
    const inside = runs.filter((run) => run.from < to && from < run.to);
    return (
      inside.length > 0 && inside.every(({ by }) => by !== null && people[by.person]?.id === userId)
    );
  };
  return changes.filter((change) => change.from === change.to || !isOwn(change));
}
