import type { Thread } from '@longhand/contract';
import type { Stretch } from '../../ui/inText/stretch.ts';

/** Which threads are listed, as the choice over the list says it. */
export const filters = [
  { id: 'open', name: 'Open' },
  { id: 'resolved', name: 'Resolved' },
  { id: 'assigned', name: 'Assigned to me' },
  { id: 'mine', name: 'By me' },
  { id: 'mentions', name: 'Mentioning me' },
  { id: 'all', name: 'All' },
] as const;
/** See {@link filters}. */
export type Filter = (typeof filters)[number]['id'];

/** Whether `thread` is listed under `filter` for the person `myId`. */
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

/** Whether suggestions are among what is seen under `filter`. */
export const showsSuggestions = (filter: Filter): boolean => filter === 'open' || filter === 'all';

/**
 * The threads that have a card of their own under `filter`, as they were begun. What was said about a suggestion stands on the suggestion's card,
 * where that is seen.
 */
export function ownCards(
  threads: readonly Thread[],
  filter: Filter,
  myId: string,
  suggestionIds: ReadonlySet<string>,
): readonly Thread[] {
  const isOnCard = ({ suggestionId }: Thread): boolean => suggestionId !== null && suggestionIds.has(suggestionId);
  return threads
    .filter((thread) => isListed(thread, filter, myId) && !(showsSuggestions(filter) && isOnCard(thread)))
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
}

/** The thread about the narrowest passage around a position, or null. */
export function threadAt(passages: ReadonlyMap<string, Stretch>, pos: number): string | null {
  let [found, narrowest]: [string | null, number] = [null, Infinity];
  for (const [id, { from, to }] of passages) {
    if (from <= pos && pos <= to && to - from < narrowest) [found, narrowest] = [id, to - from];
  }
  return found;
}

/** The passage after a position, or before it; from the last one on to the first again. */
export function neighbour(
  passages: ReadonlyMap<string, Stretch>,
  pos: number,
  way: 'next' | 'previous',
): { id: string; stretch: Stretch } | null {
  const all = [...passages].map(([id, stretch]) => ({ id, stretch })).toSorted((a, b) => a.stretch.from - b.stretch.from);
  const there =
    way === 'next'
      ? (all.find(({ stretch }) => stretch.from > pos) ?? all[0])
      : (all.findLast(({ stretch }) => stretch.from < pos) ?? all.at(-1));
  return there ?? null;
}
