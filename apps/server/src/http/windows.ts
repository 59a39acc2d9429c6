import type { Clock } from '../platform/clock.ts';

/** How many calls are allowed within how long. */
export type Rate = { limit: number; windowMs: number };

/** Counts calls by key, in a window that slides. */
export interface Window {
  /** Counts one call of `key`: 0 where it is allowed, else the seconds after which another one is. A refused call costs nothing. */
  take(key: string): number;
}

/** Keys that are remembered (about 10 MB): beyond, the one that began its window longest ago is forgotten. */
const keysMax = 100_000;

type Counts = { startedAt: number; before: number; now: number };

/**
 * Makes a {@link Window} in the memory of this process. Two numbers a key: the calls of the fixed window that runs and of the
 * one before, which counts for the part of it that the sliding window still covers. Times of single calls would cost 1,200
 * numbers a session; the estimate is exact when calls come evenly, and never lets more than `limit` through at once.
 */
export function createWindow({ clock, rate }: { clock: Clock; rate: Rate }): Window {
  const countsOf = new Map<string, Counts>();

  function countsNow(key: string): Counts {
    const now = clock.now();
    const found = countsOf.get(key);
    const windows = found ? Math.floor((now - found.startedAt) / rate.windowMs) : 0;
    if (found && windows === 0 && now >= found.startedAt) return found;
    countsOf.delete(key);
    const follows = found && windows === 1;
    const counts = { startedAt: follows ? found.startedAt + rate.windowMs : now, before: follows ? found.now : 0, now: 0 };
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

  /** Milliseconds from the start of the running window until one more call fits. */
  function fitsAfter({ before, now }: Counts): number {
    if (now + 1 > rate.limit) return rate.windowMs * (1 + Math.max(0, 1 - (rate.limit - 1) / now));
    return before === 0 ? 0 : rate.windowMs * Math.max(0, 1 - (rate.limit - now - 1) / before);
  }

  return {
    take(key) {
      const counts = countsNow(key);
      const waitMs = counts.startedAt + fitsAfter(counts) - clock.now();
      if (waitMs > 0) return Math.max(1, Math.ceil(waitMs / 1_000));
      counts.now += 1;
      return 0;
    },
  };
}
