import type { Budget } from '@longhand/contract';
import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';
import { addressKey } from './addresses.ts';
import { createWindow, type Rate } from './windows.ts';

/** What each budget allows. */
export type Rates = Readonly<Record<Budget, Rate>>;

/** Counts a call against its budget: refuses `too_many`, with the seconds to wait, where that is used up. */
export type Spend = (budget: Budget, caller: { sessionId: string | null; address: string }) => void;

/**
 * Makes {@link Spend}. Ordinary calls are counted by session, and by address without one; what can be done without a
 * session (signing in, registering, fetching tokens) by address alone. Source: API, Limits.
 */
export function createBudgets({ clock, rates }: { clock: Clock; rates: Rates }): Spend {
  const windows = {
    calls: createWindow({ clock, rate: rates.calls }),
    login: createWindow({ clock, rate: rates.login }),
    registration: createWindow({ clock, rate: rates.registration }),
    csrf_token: createWindow({ clock, rate: rates.csrf_token }),
    messages: createWindow({ clock, rate: rates.messages }),
    demo: createWindow({ clock, rate: rates.demo }),
  } satisfies Record<Budget, unknown>;
  return (budget, { sessionId, address }) => {
    const key = budget === 'calls' && sessionId !== null ? sessionId : addressKey(address);
    const waitSeconds = windows[budget].take(key);
    if (waitSeconds > 0) refuse('too_many', { retryAfterSeconds: waitSeconds });
  };
}
