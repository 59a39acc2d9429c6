import type { Clock } from '../platform/clock.ts';
import { shortKey, type ShareCounts } from '../platform/count-sharing.ts';

/** Number of allowed calls per time window. */
export type Rate = { limit: number; windowMs: number };

/** Rate limiter by key with a sliding window. */
export interface SlidingWindow {
  /**
   * Counts one call of `key`. Returns 0 if it is allowed, otherwise the time until one is allowed
   * (s). Refused calls are not counted.
   */
  take(key: string): number;
}

/** Dependencies of {@link createSlidingWindow}. */
export type SlidingWindowDeps = {
  readonly clock: Clock;
  readonly rate: Rate;
  /** Exchanges the counts with other nodes. */
  readonly share?: ShareCounts;
};

/**
 * Maximum number of keys in memory (about 10 MB). Beyond it, the key with the oldest window is
 * dropped.
 */
const keysMax = 100_000;

/**
 * Part of the limit that a key may use before its count is sent to other nodes: ordinary sessions
 * never use it.
 */
const unsharedPart = 0.1;

type Counts = { startedAt: number; before: number; now: number; unshared: number };

/**
 * Creates a {@link SlidingWindow} in the memory of this process. It stores two numbers per key: the
 * calls of the current fixed window and of the previous one. The previous one is weighted by its
 * part in the sliding window. Times of single calls would need 1,200 numbers per session. The
 * estimate is exact for evenly spaced calls, and never allows more than `limit` at once.
 *
 * With other nodes, calls that are less than a tenth of a second apart may exceed the limit: each
 * node learns the calls of the others by a hint.
 */
export function createSlidingWindow({ clock, rate, share }: SlidingWindowDeps): SlidingWindow {
  const countsOf = new Map<string, Counts>();
  const sharedFrom = Math.max(1, Math.floor(rate.limit * unsharedPart));
  const send = share?.((key, count) => (countsNow(key).now += count));

  function countsNow(key: string): Counts {
    const now = clock.now();
    const found = countsOf.get(key);
    const windows = found ? Math.floor((now - found.startedAt) / rate.windowMs) : 0;
    if (found && windows === 0 && now >= found.startedAt) return found;
    countsOf.delete(key);
    const follows = found && windows === 1;
    const counts = {
      startedAt: follows ? found.startedAt + rate.windowMs : now,
      before: follows ? found.now : 0,
      now: 0,
      unshared: 0,
    };
    countsOf.set(key, counts);
    forgetOldest();
    return counts;
  }

  function forgetOldest(): void {
    if (countsOf.size <= keysMax) return;
    for (const oldest of countsOf.keys()) {
      countsOf.delete(oldest);
      break;
    }
  }

  /** Returns the time from the start of the current window until one more call fits (ms). */
  function fitsAfter({ before, now }: Counts): number {
    if (now + 1 > rate.limit) return rate.windowMs * (1 + Math.max(0, 1 - (rate.limit - 1) / now));
    return before === 0 ? 0 : rate.windowMs * Math.max(0, 1 - (rate.limit - now - 1) / before);
  }

  function count(key: string, counts: Counts): void {
    counts.now += 1;
    counts.unshared += 1;
    if (send === undefined || counts.unshared < sharedFrom) return;
    send(key, counts.unshared);
    counts.unshared = 0;
  }

  return {
    take(name) {
      const key = shortKey(name);
      const counts = countsNow(key);
      const waitMs = counts.startedAt + fitsAfter(counts) - clock.now();
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1_000));
      count(key, counts);
      return 0;
    },
  };
}
