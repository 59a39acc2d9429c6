import { limits } from '@longhand/contract';

/** What is kept of one document, as far as it decides what goes. `openedAt`: milliseconds. `bytes`: of its text. */
export type Kept = { readonly id: string; readonly favourite: boolean; readonly openedAt: number; readonly bytes: number };

/** How many documents are kept that are nobody's favourites, and how many that are. */
export const most = { others: 20, favourites: 20 };
/** How many bytes of text are kept in all. */
export const mostBytes = 60_000_000;

/**
 * Milliseconds for which copies are shown after the server last said who is signed in: as long as a session that nobody uses. It may have
 * been ended elsewhere since, and this device cannot know.
 */
export const confirmedFor = limits.sessionDays * 86_400_000;

/** Whether copies may still be shown; of a time that nobody noted, or that lies too far ahead (a clock that was set back), they may not. */
export function isConfirmed(confirmedUntil: number | undefined, now: number): boolean {
  return confirmedUntil !== undefined && now < confirmedUntil && confirmedUntil - now <= confirmedFor;
}

/** The ids of what is too much: what was not opened for longest, favourites last. */
export function beyond(kept: readonly Kept[]): string[] {
  const lastFirst = kept.toSorted((a, b) => b.openedAt - a.openedAt);
  const favourites = lastFirst.filter(({ favourite }) => favourite);
  const others = lastFirst.filter(({ favourite }) => !favourite);
  const staying = [...favourites.slice(0, most.favourites), ...others.slice(0, most.others)];
  const gone = [...favourites.slice(most.favourites), ...others.slice(most.others)];
  let bytes = staying.reduce((sum, one) => sum + one.bytes, 0);
  // One document alone is bounded where it is saved.
  while (bytes > mostBytes && staying.length > 1) {
    const last = staying.pop();
    if (last === undefined) break;
    bytes -= last.bytes;
    gone.push(last);
  }
  return gone.map(({ id }) => id);
}
