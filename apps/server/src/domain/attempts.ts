import type { Clock } from '../platform/clock.ts';
import { refuse } from '../platform/refusal.ts';

/** How many failures an account bears: `failures` within `windowMs`, after that one in each `thenEveryMs`. */
export type AttemptRule = { failures: number; windowMs: number; thenEveryMs: number };

/** Failed tries to prove who one is, by account. */
export interface Attempts {
  /**
   * Begins a try, counted as a failure until `succeeded` takes it back: so fifty tries at once count as fifty. Refuses
   * `too_many` where the account has no try left.
   */
  begin(account: string): { succeeded(): void };
}

/** Accounts that are remembered: beyond this many the one tried longest ago is forgotten, so that memory stays bounded. */
const accountsMax = 50_000;

/**
 * Makes {@link Attempts} in the memory of this process. A success does not forgive the failures before it: whoever guesses
 * gains nothing from the owner signing in. Source: API, Limits, Sign-in.
 */
export function createAttempts({ clock, rule }: { clock: Clock; rule: AttemptRule }): Attempts {
  const failuresOf = new Map<string, number[]>();

  function remember(account: string, failures: number[]): void {
    failuresOf.delete(account);
    if (failures.length > 0) failuresOf.set(account, failures);
    if (failuresOf.size <= accountsMax) return;
    for (const oldest of failuresOf.keys()) {
      failuresOf.delete(oldest);
      break;
    }
  }

  return {
    begin(account) {
      const now = clock.now();
      const recent = (failuresOf.get(account) ?? []).filter((at) => at > now - rule.windowMs);
      const last = recent.at(-1);
      if (recent.length >= rule.failures && last !== undefined && last > now - rule.thenEveryMs) {
        refuse('too_many', { retryAfterSeconds: Math.ceil((last + rule.thenEveryMs - now) / 1_000) });
      }
      remember(account, [...recent, now].slice(-rule.failures));
      return {
        succeeded() {
          const failures = failuresOf.get(account) ?? [];
          const at = failures.lastIndexOf(now);
          if (at >= 0) remember(account, failures.toSpliced(at, 1));
        },
      };
    },
  };
}
