import { limits } from '@longhand/contract';

/**
 * Data of an offline copy that determines its eviction. `openedAt`: milliseconds. `bytes`: size of
 * its text.
 */
export type Kept = {
  readonly id: string;
  readonly favourite: boolean;
  readonly openedAt: number;
  readonly bytes: number;
};

/** Maximum number of copies that are not favourites, and that are. */
export const most = { others: 20, favourites: 20 };
/** Maximum total size of the copies' texts (bytes). */
export const mostBytes = 60_000_000;

/**
 * Time for which copies are available after the server last confirmed the user (ms): as long as an
 * unused session. The session may have been ended elsewhere since, which this device cannot know.
 */
export const confirmedFor = limits.sessionDays * 86_400_000;

/**
 * True if copies may still be shown. False if the time is unknown, or too far in the future (the
 * clock was set back).
 */
export function isConfirmed(confirmedUntil: number | undefined, now: number): boolean {
  return (
    confirmedUntil !== undefined && now < confirmedUntil && confirmedUntil - now <= confirmedFor
  );
}

/** Returns the ids of the copies to evict: least recently opened first, favourites last. */
export function beyond(kept: readonly Kept[]): string[] {
  const lastFirst = kept.toSorted((a, b) => b.openedAt - a.openedAt);
  const favourites = lastFirst.filter(({ favourite }) => favourite);
  const others = lastFirst.filter(({ favourite }) => !favourite);
  const staying = [...favourites.slice(0, most.favourites), ...others.slice(0, most.others)];
  const gone = [...favourites.slice(most.favourites), ...others.slice(most.others)];
  let bytes = staying.reduce((sum, one) => sum + one.bytes, 0);
  // The size of a single document is limited when it is saved.
  while (bytes > mostBytes && staying.length > 1) {
    const last = staying.pop();
    if (last === undefined) break;
    bytes -= last.bytes;
    gone.push(last);
  }
  return gone.map(({ id }) => id);
}
