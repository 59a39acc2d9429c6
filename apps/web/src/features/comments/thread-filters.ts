import { t } from '@lingui/core/macro';
import type { Thread } from '@longhand/contract';
import type { TextRange } from '../../editor/text/text-range.ts';

/** Filters of the list of threads. */
export const filters = [
  { id: 'open', name: t`Open` },
  { id: 'resolved', name: t`Resolved` },
  { id: 'assigned', name: t`Assigned to me` },
  { id: 'mine', name: t`By me` },
  { id: 'mentions', name: t`Mentioning me` },
  { id: 'all', name: t`All` },
] as const;
/** Id of one of the {@link filters}. */
export type Filter = (typeof filters)[number]['id'];

/** True if `thread` matches `filter` for the user `myId`. */
export function isListed(thread: Thread, filter: Filter, myId: string): boolean {
  const said = [thread, ...thread.replies];
  switch (filter) {
    case 'open':
      return thread.resolvedAt === null;
    case 'resolved':
      return thread.resolvedAt !== null;
    case 'assigned':
      return thread.resolvedAt === null && thread.assignee?.id === myId;
    case 'mine':
      return said.some(({ author, deletedAt }) => author.id === myId && deletedAt === null);
    case 'mentions':
      return said.some(({ mentions }) => mentions.some(({ id }) => id === myId));
    case 'all':
      return true;
  }
}

/** True if `filter` includes suggestions. */
export const showsSuggestions = (filter: Filter): boolean => filter === 'open' || filter === 'all';

/**
 * Returns the threads with their own card under `filter`, in the order of creation. Threads on a
 * suggestion are on the suggestion's card if that is shown.
 */
export function ownCards(
  threads: readonly Thread[],
  filter: Filter,
  myId: string,
  suggestionIds: ReadonlySet<string>,
): readonly Thread[] {
  const isOnCard = ({ suggestionId }: Thread): boolean =>
    suggestionId !== null && suggestionIds.has(suggestionId);
  return threads
    .filter(
      (thread) => isListed(thread, filter, myId) && !(showsSuggestions(filter) && isOnCard(thread)),
    )
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** Returns the id of the thread with the shortest passage at a position, or null. */
export function threadAt(passages: ReadonlyMap<string, TextRange>, pos: number): string | null {
  let [found, narrowest]: [string | null, number] = [null, Infinity];
  for (const [id, { from, to }] of passages) {
    if (from <= pos && pos <= to && to - from < narrowest) [found, narrowest] = [id, to - from];
  }
  return found;
}

/** Returns the next or previous passage relative to a position; wraps around at the ends. */
export function neighbour(
  passages: ReadonlyMap<string, TextRange>,
  pos: number,
  way: 'next' | 'previous',
): { id: string; range: TextRange } | null {
  const all = [...passages]
    .map(([id, range]) => ({ id, range }))
    .toSorted((a, b) => a.range.from - b.range.from);
  const there =
    way === 'next'
      ? (all.find(({ range }) => range.from > pos) ?? all[0])
      : (all.findLast(({ range }) => range.from < pos) ?? all.at(-1));
  return there ?? null;
}
