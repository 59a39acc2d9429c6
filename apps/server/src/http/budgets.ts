import type { Budget } from '@longhand/contract';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import { addressKey } from './addresses.ts';
import { createSlidingWindow, type Rate } from './sliding-window.ts';

/** Rate of each budget. */
export type Rates = Readonly<Record<Budget, Rate>>;

/**
 * Counts a call against its budget. Refuses `too_many` with the seconds to wait if the budget is
 * used up.
 */
export type Spend = (budget: Budget, caller: { sessionId: string | null; address: string }) => void;

/**
 * Creates {@link Spend}. Ordinary calls are counted by session, or by address without one. Calls
 * that need no session (signing in, registering, fetching tokens) are counted by address only.
 */
export function createBudgets({ clock, rates }: { clock: Clock; rates: Rates }): Spend {
  const windows = {
    calls: createSlidingWindow({ clock, rate: rates.calls }),
    login: createSlidingWindow({ clock, rate: rates.login }),
    registration: createSlidingWindow({ clock, rate: rates.registration }),
    csrf_token: createSlidingWindow({ clock, rate: rates.csrf_token }),
    messages: createSlidingWindow({ clock, rate: rates.messages }),
    demo: createSlidingWindow({ clock, rate: rates.demo }),
  } satisfies Record<Budget, unknown>;
  return (budget, { sessionId, address }) => {
    const key = budget === 'calls' && sessionId !== null ? sessionId : addressKey(address);
    const waitSeconds = windows[budget].take(key);
    if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds });
  };
}
