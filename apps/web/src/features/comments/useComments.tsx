import { atLeast } from '@longhand/contract';
import { IconMessagePlus } from '@tabler/icons-react';
import { useCallback, useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import type { OpenText, Side } from '../../ui/openText.ts';
import { useDocumentPeople } from '../../api/useDocumentPeople.ts';
import { anchorOf } from './anchors.ts';
import { CommentButton } from './CommentButton.tsx';
import { CommentsPanel } from './CommentsPanel.tsx';
import './commented.css';
import { isListed, neighbour, threadAt, type Filter } from './listing.ts';
import type { Stretch } from '../../ui/inText/stretch.ts';
import { SuggestionTalk } from './SuggestionTalk.tsx';
import type { Talk } from './talk.ts';
import { draftName } from './useDraft.ts';
import { highlightedIn } from './highlights.ts';
import { sharedTextOf } from '../../ui/inText/sharedTextOf.ts';
import { goToText, showPassage } from '../../ui/inText/showPassage.ts';
import { useCommentKeys } from './useCommentKeys.ts';
import { usePassages, type Anchored } from './usePassages.ts';
import { usePending } from './usePending.ts';
import { useCommentCalls, useThreads } from './useThreads.ts';

/** The id of this side. */
const side = 'comments';

/** Under which id the passage is highlighted that is being commented on. */
const beingWritten = 'new';

/** Comments beside an open text: their side, their highlights in the text, and the button beside what is selected. */
export function useComments(open: OpenText): { side: Side; selected: ReactNode; threadOf: (suggestionId: string) => ReactNode } {
  const { document, user, editor, openSide, onOpenSide } = open;
  const { threads, isPending, error } = useThreads(document.id);
  const calls = useCommentCalls(document.id);
  const { items: collaborators } = useDocumentPeople(document.id);
  const [filter, setFilter] = useState<Filter>('open');
  const [activeId, setActive] = useState<string | null>(null);
  const [pending, setPending] = usePending(user.id, document.id);
  const [saying, say] = useState('');
  const [landing, setLanding] = useState<string | null>(null);
  const isKept = document.archivedAt === null && document.deletedAt === null;
  // In a locked document as well, where nothing can be written.
  const mayComment = isKept && atLeast(document.role, 'reviewer');
  const talk: Talk = {
    documentId: document.id,
    myId: user.id,
    mayComment,
    isOwner: document.role === 'owner',
    isKept,
    people: collaborators.filter(({ through }) => through !== 'link').map((each) => each.user),
    calls,
    draftName: (where) => draftName(user.id, document.id, where),
  };
  const anchored = useMemo(() => {
    const all = threads.flatMap(({ id, anchor, suggestionId, resolvedAt }): Anchored[] => {
      if (anchor !== null) return [{ id, about: anchor, isShown: resolvedAt === null || id === activeId }];
      // A suggestion is to be seen in the text anyway.
      return suggestionId === null ? [] : [{ id, about: suggestionId, isShown: false }];
    });
    if (pending?.anchor && mayComment) all.push({ id: beingWritten, about: pending.anchor, isShown: true });
    return all;
  }, [threads, pending, mayComment, activeId]);
  const { passages, isCurrent } = usePassages(editor, anchored, pending?.anchor ? beingWritten : activeId);

  useEffect(() => {
    const moved = (): void => setActive(threadAt(openPassages(highlightedIn(editor).stretches), editor.state.selection.head));
    editor.on('selectionUpdate', moved);
    return () => void editor.off('selectionUpdate', moved);
  }, [editor]);

  const begin = useCallback(() => {
    const root = sharedTextOf(editor);
    const anchor = root && anchorOf(root, editor.state.doc, editor.state.selection);
    setPending({ anchor });
    onOpenSide(side);
  }, [editor, setPending, onOpenSide]);

  const show = (threadId: string): void => {
    const stretch = passages.get(threadId);
    if (stretch) showPassage(editor, stretch);
    setActive(threadId);
  };
  const go = (way: 'next' | 'previous'): void => {
    const there = neighbour(openPassages(highlightedIn(editor).stretches), editor.state.selection.from, way);
    if (!there) return;
    showPassage(editor, there.stretch);
    setActive(there.id);
  };
  useCommentKeys({ mayComment, hasPassages: passages.size > 0, begin, go });
  useLink({
    isReady: !isPending && isCurrent,
    open(threadId) {
      const thread = threads.find(({ id, replies }) => id === threadId || replies.some((answer) => answer.id === threadId));
      onOpenSide(side);
      if (thread === undefined) return say('The comment that this link leads to is not here any more.');
      if (!isListed(thread, filter, user.id)) setFilter('all');
      show(thread.id);
      setLanding(thread.id);
    },
  });

  const openCount = threads.filter(({ resolvedAt }) => resolvedAt === null).length;
  return {
    side: {
      id: side,
      name: 'Comments',
      count: openCount,
      content: openSide === side && (
        <CommentsPanel
          talk={talk}
          threads={threads}
          isPending={isPending}
          error={error}
          passages={passages}
          activeId={activeId}
          filter={filter}
          onFilter={setFilter}
          pending={pending}
          onPending={setPending}
          onSend={async (body) => {
            const threadId = await calls.say({ body, anchor: pending?.anchor ?? null });
            setPending(null);
            setFilter((before) => (before === 'resolved' || before === 'mentions' ? 'open' : before));
            setActive(threadId);
            say('The comment was added.');
            goToText(editor);
          }}
          saying={saying}
          onSay={say}
          onShow={show}
          landing={landing}
          onLanded={() => setLanding(null)}
          onLeave={() => goToText(editor)}
        />
      ),
    },
    threadOf: (suggestionId) => <SuggestionTalk suggestionId={suggestionId} threads={threads} talk={talk} />,
    selected: mayComment ? (
      <CommentButton onPress={begin}>
        <IconMessagePlus size={18} stroke={1.7} aria-hidden="true" />
      </CommentButton>
    ) : null,
  };
}

/** The passages of threads, without the one being written about. */
function openPassages(stretches: ReadonlyMap<string, Stretch>): ReadonlyMap<string, Stretch> {
  if (!stretches.has(beingWritten)) return stretches;
  return new Map([...stretches].filter(([id]) => id !== beingWritten));
}

/** Follows a link to a thread, once: it is taken off the address, or coming back from another mode would follow it again. */
function useLink({ isReady, open }: { isReady: boolean; open: (threadId: string) => void }): void {
  const [params, setParams] = useSearchParams();
  const wanted = params.get('comment');
  useEffect(() => {
    if (wanted === null || !isReady) return;
    open(wanted);
    const rest = new URLSearchParams(params);
    rest.delete('comment');
    setParams(rest, { replace: true, preventScrollReset: true });
    // What `open` closes over is there when the list is.
    // eslint-disable-next-line react/exhaustive-deps
  }, [wanted, isReady]);
}
