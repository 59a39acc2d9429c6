import type { RateLimit } from '@longhand/contract';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import { addressKey } from './addresses.ts';
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
}: {
  clock: Clock;
  rates: Rates;
}): ConsumeRateLimit {
  const windows = {
    calls: createSlidingWindow({ clock, rate: rates.calls }),
    login: createSlidingWindow({ clock, rate: rates.login }),
    registration: createSlidingWindow({ clock, rate: rates.registration }),
    csrf_token: createSlidingWindow({ clock, rate: rates.csrf_token }),
    messages: createSlidingWindow({ clock, rate: rates.messages }),
    demo: createSlidingWindow({ clock, rate: rates.demo }),
  } satisfies Record<RateLimit, unknown>;
  return (rateLimit, { sessionId, address }) => {
    const key = rateLimit === 'calls' && sessionId !== null ? sessionId : addressKey(address);
    const waitSeconds = windows[rateLimit].take(key);
    if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds });
  };
}
