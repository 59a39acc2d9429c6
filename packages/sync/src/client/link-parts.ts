import type { Line, LinkState, SavedMark } from './link-types.ts';
import type { Clock } from '../protocol/clock.ts';

/** Initial state of a link, before anything was received. */
export const initialState: LinkState = {
  connection: 'offline',
  pending: 'clean',
  refused: null,
  synced: false,
  held: false,
  connected: false,
  saved: { kind: 'saving' },
  role: null,
  right: null,
  ended: null,
};

/** Adds a listener. Returns a function that removes it. */
export function subscribe<T>(set: Set<T>, listener: T): () => void {
  set.add(listener);
  return () => set.delete(listener);
}

/** True if two marks are equal. */
function sameMark(a: SavedMark, b: SavedMark): boolean {
  return (
    a.kind === b.kind && (a.kind !== 'not_saved' || b.kind !== 'not_saved' || a.reason === b.reason)
  );
}

/** Returns the message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** Calls `call` repeatedly at this interval. Returns a function that stops it. */
export function every(clock: Clock, milliseconds: number, call: () => void): () => void {
  let cancel = clock.after(milliseconds, again);
  function again(): void {
    cancel = clock.after(milliseconds, again);
    call();
  }
  return () => cancel();
}

/** Resolves after the given time. */
export function pause(clock: Clock, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    clock.after(milliseconds, resolve);
  });
}

/** True if a page would render two states in the same way. */
export function sameState(a: LinkState, b: LinkState): boolean {
  const names = [
    'connection',
    'pending',
    'refused',
    'synced',
    'held',
    'role',
    'right',
    'ended',
  ] as const;
  return names.every((name) => a[name] === b[name]) && sameMark(a.saved, b.saved);
}

/** Time without a connection before the mark shows it (ms); shorter breaks are not shown. */
const breakUnnoticed = 1_500;

/** See `ConnectionState`. `since`: time at which the last line broke. */
export type Connection =
  | { readonly kind: 'offline'; readonly since: number; readonly cancel: () => void }
  | { readonly kind: 'connecting'; readonly since: number; readonly line: Line }
  | { readonly kind: 'resuming' | 'live'; readonly line: Line }
  | { readonly kind: 'closed' };

/** True if there is no connection at a time (ms), for longer than a short break. */
export function isAwayAt(connection: Connection, now: number): boolean {
  return (
    connection.kind === 'closed' ||
    ('since' in connection && now - connection.since > breakUnnoticed)
  );
}

/** First and longest retry delay (ms). Each retry multiplies the delay by 1.6. */
const firstWait = 150;
const longestWait = 5_000;
/**
 * Longest delay (ms) of the first tries, which take about ten seconds: a server that is restarted
 * is there within some seconds, and its pages return at most a second and a half later.
 */
const longestFirst = 1_000;
const firstTries = 12;

/**
 * Returns the time until the next try to connect (ms), with a jitter of 0.5 to 1.5 times.
 *
 * @param tries number of tries that have failed
 * @param random number in [0, 1)
 */
export function retryDelay(tries: number, random: number): number {
  const longest = tries < firstTries ? longestFirst : longestWait;
  return Math.min(longest, firstWait * 1.6 ** tries) * (0.5 + random);
}
