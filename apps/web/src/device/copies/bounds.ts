import { limits } from '@longhand/contract';

/**
 * Data of an offline copy that determines its eviction. `openedAt`: milliseconds. `bytes`: size of
 * its text.
 */
export type CopyInfo = {
  readonly id: string;
  readonly favourite: boolean;
  readonly openedAt: number;
  readonly bytes: number;
};

/** Maximum number of copies that are not favourites, and that are. */
export const maxCopies = { others: 20, favourites: 20 };
/** Maximum total size of the copies' texts (bytes). */
export const maxBytes = 60_000_000;

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
export function copiesToEvict(copies: readonly CopyInfo[]): string[] {
  const lastFirst = copies.toSorted((a, b) => b.openedAt - a.openedAt);
  const favourites = lastFirst.filter(({ favourite }) => favourite);
  const others = lastFirst.filter(({ favourite }) => !favourite);
  const staying = [
    ...favourites.slice(0, maxCopies.favourites),
    ...others.slice(0, maxCopies.others),
  ];
  const gone = [...favourites.slice(maxCopies.favourites), ...others.slice(maxCopies.others)];
  let bytes = staying.reduce((sum, one) => sum + one.bytes, 0);
  // The size of a single document is limited when it is saved.
  while (bytes > maxBytes && staying.length > 1) {
    const last = staying.pop();
    if (last === undefined) break;
    bytes -= last.bytes;
    gone.push(last);
  }
  return gone.map(({ id }) => id);
}
