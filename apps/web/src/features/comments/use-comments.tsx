import type { Thread } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { goToText, showPassage } from '../../ui/in-text/show-passage.ts';
import { replicaOf } from '../../ui/in-text/bound-text.ts';
import type { Stretch } from '../../ui/in-text/stretch.ts';
import { marginId, type EditorContext, type CommentThreads } from '../../ui/editor-context.ts';
import { anchorOf } from './anchors.ts';
import { CommentButton } from './comment-button.tsx';
import { CommentsOver } from './comments-over.tsx';
import './commented.css';
import { highlightedIn } from './highlights.ts';
import {
  isListed,
  neighbour,
  ownCards,
  showsSuggestions,
  threadAt,
  type Filter,
} from './listing.ts';
import { SuggestionTalk } from './suggestion-talk.tsx';
import { cardId } from './thread-card.tsx';
import { beingWritten, useCommentCards } from './use-comment-cards.tsx';
import { useCommentKeys } from './use-comment-keys.ts';
import { usePassages, type Anchored } from './use-passages.ts';
import { usePending } from './use-pending.ts';
import { useCommentContext } from './use-comment-context.ts';
import { useThreads } from './use-threads.ts';

const none: readonly Thread[] = [];

/**
 * Comments of an open text: their cards, their highlights, and the button in the floating toolbar.
 */
export function useComments(open: EditorContext): {
  said: CommentThreads;
  selected: ReactNode;
  threadOf: (suggestionId: string) => ReactNode;
} {
  const { document, user, editor, suggestionIds, openSide, onOpenSide } = open;
  const { threads, isPending, error } = useThreads(document.id);
  const talk = useCommentContext(open);
  const { mayComment } = talk;
  const [filter, setFilter] = useState<Filter>('open');
  const [activeId, setActive] = useState<string | null>(null);
  const [pending, setPending] = usePending(user.id, document.id);
  const [saying, say] = useState('');
  const choice = useRef<HTMLSelectElement>(null);
  const anchored = useMemo(() => {
    const all = threads.flatMap(({ id, anchor, suggestionId, resolvedAt }): Anchored[] => {
      if (anchor !== null)
        return [{ id, about: anchor, isShown: resolvedAt === null || id === activeId }];
      // A suggestion is visible in the text anyway.
      return suggestionId === null ? [] : [{ id, about: suggestionId, isShown: false }];
    });
    if (pending?.anchor && mayComment)
      all.push({ id: beingWritten, about: pending.anchor, isShown: true });
    return all;
  }, [threads, pending, mayComment, activeId]);
  const { passages, isCurrent } = usePassages(
    editor,
    anchored,
    pending?.anchor ? beingWritten : activeId,
  );
  const latest = useRef(passages);
  latest.current = passages;

  useEffect(() => {
    const moved = (): void =>
      setActive(
        threadAt(openPassages(highlightedIn(editor).stretches), editor.state.selection.head),
      );
    editor.on('selectionUpdate', moved);
    return () => void editor.off('selectionUpdate', moved);
  }, [editor]);

  const begin = useCallback(() => {
    const replica = replicaOf(editor);
    const anchor = replica && anchorOf(replica, editor.state.doc, editor.state.selection);
    setPending({ anchor });
    onOpenSide(marginId);
  }, [editor, setPending, onOpenSide]);

  const show = useCallback(
    (threadId: string): void => {
      const stretch = latest.current.get(threadId);
      if (stretch) showPassage(editor, stretch);
      setActive(threadId);
    },
    [editor],
  );
  const go = (way: 'next' | 'previous'): void => {
    const there = neighbour(
      openPassages(highlightedIn(editor).stretches),
      editor.state.selection.from,
      way,
    );
    if (!there) return;
    showPassage(editor, there.stretch);
    setActive(there.id);
  };
  useCommentKeys({ mayComment, hasPassages: passages.size > 0, begin, go });
  const land = useLanding(openSide === marginId);
  useLink({
    isReady: !isPending && isCurrent,
    open(threadId) {
      const thread = threads.find(
        ({ id, replies }) => id === threadId || replies.some((answer) => answer.id === threadId),
      );
      onOpenSide(marginId);
      if (thread === undefined) return say('The linked comment no longer exists.');
      if (!isListed(thread, filter, user.id)) setFilter('all');
      show(thread.id);
      land(cardId(thread.id));
    },
  });

  const { calls } = talk;
  const send = useCallback(
    async (body: string) => {
      const threadId = await calls.say({ body, anchor: pending?.anchor ?? null });
      setPending(null);
      setFilter((before) => (before === 'resolved' || before === 'mentions' ? 'open' : before));
      setActive(threadId);
      say('The comment was added.');
      goToText(editor);
    },
    [calls, pending, setPending, editor],
  );
  const done = useCallback(
    (sentence: string) => {
      say(sentence);
      // A card that leaves the list would lose the focus.
      if (filter === 'open' || filter === 'resolved') choice.current?.focus();
    },
    [filter],
  );
  const isOpen = openSide === marginId;
  // Create no cards while they are not visible.
  const own = useMemo(
    () => (isOpen ? ownCards(threads, filter, user.id, suggestionIds) : none),
    [isOpen, threads, filter, user.id, suggestionIds],
  );
  const count = useMemo(
    () => ownCards(threads, 'open', user.id, suggestionIds).length,
    [threads, user.id, suggestionIds],
  );
  const cards = useCommentCards({
    editor,
    talk,
    threads: own,
    passages,
    activeId,
    pending,
    onPending: setPending,
    onSend: send,
    onShow: show,
    onDone: done,
  });
  const threadOf = useCallback(
    (suggestionId: string) => (
      <SuggestionTalk suggestionId={suggestionId} threads={threads} talk={talk} />
    ),
    [threads, talk],
  );
  const isKnown = !isPending && error === null;
  return {
    said: {
      cards,
      count,
      hasSuggestions: showsSuggestions(filter),
      over: (
        <CommentsOver
          threads={threads}
          suggestionIds={suggestionIds}
          myId={user.id}
          isPending={isPending}
          error={error}
          filter={filter}
          onFilter={setFilter}
          onBegin={mayComment && pending === null ? () => setPending({ anchor: null }) : null}
          saying={saying}
          choice={choice}
        />
      ),
      nothing: isKnown ? nothingSaid(threads.length > 0, mayComment) : null,
    },
    threadOf,
    selected: mayComment ? (
      <CommentButton onPress={begin}>
        <IconMessagePlus size={18} stroke={1.7} aria-hidden="true" />
      </CommentButton>
    ) : null,
  };
}

function nothingSaid(hasThreads: boolean, mayComment: boolean): string {
  if (hasThreads) return 'No comments match this filter.';
  return mayComment
    ? 'No comments yet. Select text and press Comment, or comment on the whole document.'
    : 'No comments yet. Reviewers, editors and owners can comment.';
}

/** Returns the passages of threads, without that of the comment being written. */
function openPassages(stretches: ReadonlyMap<string, Stretch>): ReadonlyMap<string, Stretch> {
  if (!stretches.has(beingWritten)) return stretches;
  return new Map([...stretches].filter(([id]) => id !== beingWritten));
}

/** Focuses a card as soon as it is rendered, after a link led to it. */
function useLanding(isOpen: boolean): (id: string) => void {
  const landing = useRef<string | null>(null);
  // After each render, because any of them may add the card.
  useEffect(() => {
    const card =
      landing.current === null || !isOpen ? null : document.getElementById(landing.current);
    if (!card) return;
    landing.current = null;
    card.focus({ preventScroll: true });
  });
  return useCallback((id) => {
    landing.current = id;
  }, []);
}

/**
 * Opens the thread of a link once. Removes it from the URL; otherwise returning from another mode
 * would open it again.
 */
function useLink({ isReady, open }: { isReady: boolean; open: (threadId: string) => void }): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('comment');
  // The URL changes with a delay: if the list is refetched meanwhile, do not return a user who has
  // moved on.
  const followed = useRef<string | null>(null);
  useEffect(() => {
    if (wanted === null) followed.current = null;
    if (wanted === null || wanted === followed.current || !isReady) return;
    followed.current = wanted;
    open(wanted);
    const rest = new URLSearchParams(params);
    rest.delete('comment');
    setParams(rest, { replace: true, preventScrollReset: true });
    // The values in the closure of `open` are available once the list is loaded.
    // eslint-disable-next-line react/exhaustive-deps
  }, [wanted, isReady]);
}
