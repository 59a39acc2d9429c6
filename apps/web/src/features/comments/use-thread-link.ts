import type { Thread } from '@longhand/contract';
import { useCallback, useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { cardId } from './thread-card.tsx';

type Options = {
  threads: readonly Thread[];
  /** True once the list and the passages of the comments are loaded. */
  isReady: boolean;
  /** True if the cards are visible. */
  isOpen: boolean;
  /** Opens the linked thread; undefined if it no longer exists. */
  open: (thread: Thread | undefined) => void;
};

/** Opens the thread of a link once, and focuses its card. The link may also name a reply. */
export function useThreadLink({ threads, isReady, isOpen, open }: Options): void {
  const land = useLanding(isOpen);
  useLink({
    isReady,
    open(threadId) {
      const thread = threads.find(
        ({ id, replies }) => id === threadId || replies.some((answer) => answer.id === threadId),
      );
      open(thread);
      if (thread !== undefined) land(cardId(thread.id));
    },
  });
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
