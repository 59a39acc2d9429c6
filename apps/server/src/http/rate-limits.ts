import type { RateLimit } from '@longhand/contract';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import { addressKey } from './addresses.ts';
import type { SharedCounts } from './shared-counts.ts';
import { createSlidingWindow, type Rate } from './sliding-window.ts';

/** Rate of each rate limit. */
export type Rates = Readonly<Record<RateLimit, Rate>>;

/**
 * Counts a call against its rate limit. Refuses `too_many` with the seconds to wait if the limit is
 * reached.
 */
export type ConsumeRateLimit = (
  rateLimit: RateLimit,
  caller: { sessionId: string | null; address: string },
) => void;

/**
 * Creates {@link ConsumeRateLimit}. Ordinary calls are counted by session, or by address without
 * one. Calls that need no session (signing in, registering, fetching tokens) are counted by address
 * only.
 */
export function createRateLimits({
  clock,
  rates,
  counts,
}: {
  clock: Clock;
  rates: Rates;
  /** Counts of other nodes. */
  counts: SharedCounts;
}): ConsumeRateLimit {
  const window = (name: RateLimit) =>
    createSlidingWindow({ clock, rate: rates[name], share: counts.of(name) });
  const windows = {
    calls: window('calls'),
    login: window('login'),
    registration: window('registration'),
    csrf_token: window('csrf_token'),
    messages: window('messages'),
    demo: window('demo'),
  } satisfies Record<RateLimit, unknown>;
  return (rateLimit, { sessionId, address }) => {
    const key = rateLimit === 'calls' && sessionId !== null ? sessionId : addressKey(address);
    const waitSeconds = windows[rateLimit].take(key);
    if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds });
  };
}
