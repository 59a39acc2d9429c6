import type { ClientFrame } from '../protocol/frame.ts';
import type { Clock } from '../protocol/clock.ts';

/**
 * Rate limit of one connection: cost per second and burst, in bytes of text updates. A page that
 * pastes a book continues at this rate.
 */
export const byteRate = { perSecond: 4_194_304, atOnce: 33_554_432 } as const;

/**
 * Cost factor of a byte that is not part of a text update. Updates are checked once and stored.
 * Awareness and requests could be sent without end, and each of their bytes costs about this much
 * more processing time.
 */
export const chatterCost = 16;

/**
 * Cost of each struct and each deleted range of an update, in addition to its bytes: an update of
 * two-byte structs takes much more processing time per byte than text. It can also be sent without
 * end, because what the room knows or refuses is not stored.
 */
export const partCost = 32;

/** Rate limiter that pauses a connection which exceeds its share. */
export type ByteRateLimiter = {
  /** Counts a frame of this size. */
  spend(type: ClientFrame['type'], bytes: number): void;
  /** Counts the structs and deleted ranges of an update, whether it was stored or not. */
  spendParts(count: number): void;
};

/**
 * Creates the {@link ByteRateLimiter} of one connection. `hold` stops reading from it, `release`
 * continues.
 */
export function createByteRateLimiter(
  clock: Clock,
  hold: () => void,
  release: () => void,
): ByteRateLimiter {
  const { perSecond, atOnce } = byteRate;
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
    // At least 10 ms: after the clock was set back, the callback could otherwise run again at once.
    clock.after(Math.max(10, Math.ceil((-left / perSecond) * 1_000)), look);
  }

  function take(cost: number): void {
    refill();
    left -= cost;
    if (left >= 0 || isHeld) return;
    isHeld = true;
    hold();
    wait();
  }

  return {
    spend: (type, bytes) => take(bytes * (isWords(type) ? 1 : chatterCost)),
    spendParts: (count) => take(count * partCost),
  };
}

function isWords(type: ClientFrame['type']): boolean {
  return (
    type === 'step2' ||
    type === 'update' ||
    type === 'write' ||
    type === 'whole' ||
    type === 'recovery' ||
    type === 'decision'
  );
}
