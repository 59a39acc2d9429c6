import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import { useCallback, useMemo, useRef, useState, type RefObject } from 'react';
import { isListed, ownCards, type Filter } from './thread-filters.ts';

const none: readonly Thread[] = [];

type Options = {
  threads: readonly Thread[];
  suggestionIds: ReadonlySet<string>;
  myId: string;
  /** True if the cards are visible. */
  isOpen: boolean;
};

/** Filtered list of threads, with the announcement about the last action. */
export type ThreadList = {
  readonly filter: Filter;
  setFilter(filter: Filter): void;
  /** Threads with their own card that match the filter. */
  readonly own: readonly Thread[];
  /** Number of open threads with their own card. */
  readonly count: number;
  /** Announcement about the last action. */
  readonly statusMessage: string;
  announce(sentence: string): void;
  /** Ref of the field that selects the filter. */
  readonly choice: RefObject<HTMLSelectElement | null>;
  /** Changes the filter if it hides a thread. */
  reveal(thread: Thread): void;
  /** Changes the filter if it hides new threads, and announces one. A stable reference. */
  announceAdded(): void;
  /** Announces an action after which a card may leave the list. */
  done(sentence: string): void;
};

/** Filters the threads of a document for the cards beside its text. */
export function useThreadList({ threads, suggestionIds, myId, isOpen }: Options): ThreadList {
  const [filter, setFilter] = useState<Filter>('open');
  const [statusMessage, announce] = useState('');
  const choice = useRef<HTMLSelectElement>(null);
  const reveal = (thread: Thread): void => {
    if (!isListed(thread, filter, myId)) setFilter('all');
  };
  const announceAdded = useCallback(() => {
    setFilter((before) => (before === 'resolved' || before === 'mentions' ? 'open' : before));
    announce(t`The comment was added.`);
  }, []);
  const done = useCallback(
    (sentence: string) => {
      announce(sentence);
      // A card that leaves the list would lose the focus.
      if (filter === 'open' || filter === 'resolved') choice.current?.focus();
    },
    [filter],
  );
  // Create no cards while they are not visible.
  const own = useMemo(
    () => (isOpen ? ownCards(threads, filter, myId, suggestionIds) : none),
    [isOpen, threads, filter, myId, suggestionIds],
  );
  const count = useMemo(
    () => ownCards(threads, 'open', myId, suggestionIds).length,
    [threads, myId, suggestionIds],
  );
  return {
    filter,
    setFilter,
    own,
    count,
    statusMessage,
    announce,
    choice,
    reveal,
    announceAdded,
    done,
  };
}
