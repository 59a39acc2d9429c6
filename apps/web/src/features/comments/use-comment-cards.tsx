import { plural, t } from '@lingui/core/macro';
import { firstWords } from './first-words.ts';
import type { Thread } from '@longhand/contract';
import type { Editor } from '@tiptap/core';
import { useMemo } from 'react';
import { goToText } from '../../editor/text/show-passage.ts';
import type { Card } from '../../editor/editor-context.ts';
import { passageOf } from './comment-layer.ts';
import { PendingComment } from './pending-comment.tsx';
import type { CommentContext } from './comment-context.ts';
import { cardId, ThreadCard } from './thread-card.tsx';
import type { Pending } from './use-pending.ts';

/** Id of the passage of the comment being written. */
export const pendingPassageId = 'new';

type Options = {
  editor: Editor;
  context: CommentContext;
  /** Threads with their own card. */
  threads: readonly Thread[];
  passages: ReadonlySet<string>;
  activeId: string | null;
  pending: Pending | null;
  onPending: (pending: Pending | null) => void;
  onSend: (body: string) => Promise<unknown>;
  /** Must be stable references. */
  onShow: (threadId: string) => void;
  onDone: (sentence: string) => void;
};

/** Returns the threads as cards for the card column. The comment being written is first. */
export function useCommentCards(options: Options): readonly Card[] {
  const { editor, context, threads, passages, activeId, onShow, onDone } = options;
  const pendingCards = usePendingCards(options);
  const threadCards = useMemo(
    () =>
      threads.map((thread): Card => {
        const isAnchored = passages.has(thread.id);
        const show = (): void => onShow(thread.id);
        return {
          id: cardId(thread.id),
          label: labelOf(thread, context.myId),
          textId: thread.suggestionId ?? thread.id,
          isAnchored,
          range: () => passageOf(editor, thread.id),
          isActive: thread.id === activeId,
          show: isAnchored ? show : null,
          draw: () => (
            <ThreadCard
              thread={thread}
              context={context}
              isInText={isAnchored}
              onShow={show}
              onDone={onDone}
            />
          ),
        };
      }),
    [editor, threads, passages, activeId, context, onShow, onDone],
  );
  return useMemo(() => [...pendingCards, ...threadCards], [pendingCards, threadCards]);
}

/** Returns the card of the comment being written; an empty array if there is none. */
function usePendingCards(options: Options): readonly Card[] {
  const { editor, context, passages, pending, onPending, onSend } = options;
  return useMemo((): readonly Card[] => {
    if (pending === null || !context.mayComment) return [];
    const isAnchored = pending.anchor !== null && passages.has(pendingPassageId);
    const cancel = (): void => {
      onPending(null);
      goToText(editor);
    };
    return [
      {
        id: 'pending-comment',
        label: t`The comment that you are writing`,
        textId: pendingPassageId,
        isAnchored,
        range: () => passageOf(editor, pendingPassageId),
        isActive: true,
        show: null,
        draw: () => (
          <PendingComment pending={pending} context={context} onSend={onSend} onCancel={cancel} />
        ),
      },
    ];
  }, [editor, context, passages, pending, onPending, onSend]);
}

/** Returns the accessible name of a thread. */
function labelOf(
  { author, body, deletedAt, anchor, replies, resolvedAt }: Thread,
  myId: string,
): string {
  const quote = anchor?.quote.trim() ?? '';
  const about =
    anchor === null ? '' : quote ? t` on “${{ quote: firstWords(quote) }}”` : t` on a picture`;
  const answers =
    replies.length === 0
      ? ''
      : plural({ count: replies.length }, { one: ', # reply', other: ', # replies' });
  const state = resolvedAt === null ? '' : t`, resolved`;
  const said = deletedAt === null ? `: ${firstWords(body)}` : t`, deleted`;
  const whose = author.id === myId ? t`Comment by you` : t`Comment by ${{ name: author.name }}`;
  return `${whose}${about}${answers}${state}${said}`;
}
