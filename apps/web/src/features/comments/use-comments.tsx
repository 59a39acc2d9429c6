import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useCallback, type ReactNode } from 'react';
import { cardsTabId, type EditorContext, type CommentCards } from '../../editor/editor-context.ts';
import type { CommentContext } from './comment-context.ts';
import { CommentButton } from './comment-button.tsx';
import { CommentsHeader } from './comments-header.tsx';
import { showsSuggestions } from './thread-filters.ts';
import { SuggestionComments } from './suggestion-comments.tsx';
import { useCommentCards } from './use-comment-cards.tsx';
import { useCommentKeys } from './use-comment-keys.ts';
import { usePending } from './use-pending.ts';
import { useCommentContext } from './use-comment-context.ts';
import { useCommentedText } from './use-commented-text.ts';
import { useNewComment } from './use-new-comment.ts';
import { useThreadLink } from './use-thread-link.ts';
import { useThreadList, type ThreadList } from './use-thread-list.ts';
import { useThreads } from './use-threads.ts';

/** Additions of the comments to an open text. */
type Comments = {
  cards: CommentCards;
  selectionActions: ReactNode;
  threadOf: (suggestionId: string) => ReactNode;
};

/**
 * Comments of an open text: their cards, their highlights, and the button in the floating toolbar.
 */
export function useComments(open: EditorContext): Comments {
  const { document, user, editor, suggestionIds, openTabId, onOpenTab } = open;
  const found = useThreads(document.id);
  const { threads, isPending } = found;
  const context = useCommentContext(open);
  const { mayComment } = context;
  const [pending, setPending] = usePending(user.id, document.id);
  const text = useCommentedText({ editor, threads, pending, mayComment });
  const isOpen = openTabId === cardsTabId;
  const list = useThreadList({ threads, suggestionIds, myId: user.id, isOpen });
  const { begin, send } = useNewComment({ open, context, pending, setPending, text, list });
  useCommentKeys({ mayComment, hasPassages: text.passages.size > 0, begin, go: text.go });
  useThreadLink({
    threads,
    isReady: !isPending && text.isCurrent,
    isOpen,
    open(thread) {
      onOpenTab(cardsTabId);
      if (thread === undefined) return list.announce(t`The linked comment no longer exists.`);
      list.reveal(thread);
      text.show(thread.id);
    },
  });
  const cards = useCommentCards({
    editor,
    context,
    threads: list.own,
    passages: text.passages,
    activeId: text.activeId,
    pending,
    onPending: setPending,
    onSend: send,
    onShow: text.show,
    onDone: list.done,
  });
  const threadOf = useThreadOf(threads, context);
  const beginOnDocument =
    mayComment && pending === null ? () => setPending({ anchor: null }) : null;
  const isKnown = !isPending && found.error === null;
  return {
    cards: {
      cards,
      count: list.count,
      hasSuggestions: showsSuggestions(list.filter),
      header: <ListHeader open={open} found={found} list={list} onBegin={beginOnDocument} />,
      emptyText: isKnown ? emptyTextFor(threads.length > 0, mayComment) : null,
    },
    threadOf,
    selectionActions: mayComment ? <SelectionButton onPress={begin} /> : null,
  };
}

type HeaderProps = {
  open: EditorContext;
  found: Pick<ReturnType<typeof useThreads>, 'threads' | 'isPending' | 'error'>;
  list: ThreadList;
  onBegin: (() => void) | null;
};

function ListHeader({ open, found, list, onBegin }: HeaderProps) {
  return (
    <CommentsHeader
      threads={found.threads}
      suggestionIds={open.suggestionIds}
      myId={open.user.id}
      isPending={found.isPending}
      error={found.error}
      filter={list.filter}
      onFilter={list.setFilter}
      onBegin={onBegin}
      statusMessage={list.statusMessage}
      choice={list.choice}
    />
  );
}

function SelectionButton({ onPress }: { onPress: () => void }) {
  return (
    <CommentButton onPress={onPress}>
      <IconMessagePlus size={18} stroke={1.7} aria-hidden="true" />
    </CommentButton>
  );
}

/** Returns a function that renders the comments on a suggestion; stable until they change. */
function useThreadOf(threads: readonly Thread[], context: CommentContext): Comments['threadOf'] {
  return useCallback(
    (suggestionId) => (
      <SuggestionComments suggestionId={suggestionId} threads={threads} context={context} />
    ),
    [threads, context],
  );
}

function emptyTextFor(hasThreads: boolean, mayComment: boolean): string {
  if (hasThreads) return t`No comments match this filter.`;
  return mayComment
    ? t`No comments yet. Select text and press Comment, or comment on the whole document.`
    : t`No comments yet. Reviewers, editors and owners can comment.`;
}
