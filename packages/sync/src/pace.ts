import type { ClientFrame } from './frame.ts';
import type { Clock } from './ports.ts';

/** The cost that one connection may cause in a second, and at once: bytes of words. A page that pastes a book goes on at this pace. */
export const paceLimits = { perSecond: 4_194_304, atOnce: 33_554_432 } as const;

/**
 * Bytes of words that a byte of anything else costs. Words are looked at once and stored; carets and questions could be sent without
 * end, and each of their bytes takes the process about as long.
 */
export const chatterCost = 16;

/** Holds a connection back that sends more than its share. */
export type Pace = {
  /** Counts a frame of so many bytes. */
  spend(type: ClientFrame['type'], bytes: number): void;
};

/** Makes the {@link Pace} of one connection. `hold` stops reading from it, `release` goes on. */
export function createPace(clock: Clock, hold: () => void, release: () => void): Pace {
  const { perSecond, atOnce } = paceLimits;
  let left: number = atOnce;
  let since = clock.now();
  let isHeld = false;

  function refill(): void {
    const now = clock.now();
    left = Math.min(atOnce, left + (Math.max(0, now - since) / 1_000) * perSecond);
    since = now;
  }

  function look(): void {
    refill();
    if (left < 0) return wait();
    isHeld = false;
    release();
  }

  function wait(): void {
    // At least a little: a clock that was set back would have this come again at once.
    clock.after(Math.max(10, Math.ceil((-left / perSecond) * 1_000)), look);
  }

  return {
    spend(type, bytes) {
      refill();
      left -= bytes * (isWords(type) ? 1 : chatterCost);
      if (left >= 0 || isHeld) return;
      isHeld = true;
      hold();
      wait();
    },
  };
}

function isWords(type: ClientFrame['type']): boolean {
  return type === 'step2' || type === 'update' || type === 'write' || type === 'whole' || type === 'decision';
}
