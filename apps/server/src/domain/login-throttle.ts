import type { Clock } from '../platform/clock.ts';
import { shortKey, type ShareCounts } from '../platform/count-sharing.ts';
import { refuse } from '../platform/refusal.ts';

/** Rate limit of failures per account: `failures` within `windowMs`, then one per `thenEveryMs`. */
export type ThrottleRule = { failures: number; windowMs: number; thenEveryMs: number };

/** Failed authentication attempts by account. */
export interface LoginThrottle {
  /**
   * Begins an attempt. It counts as a failure until `succeeded` is called, so fifty concurrent
   * attempts count as fifty. Refuses `too_many` if the account has no attempt left. `isLast`: the
   * account has none left if this one fails.
   */
  begin(account: string): { succeeded(): void; isLast: boolean };
}

/**
 * Maximum number of accounts in memory. Beyond it, the account with the oldest attempt is dropped.
 */
const accountsMax = 50_000;

/** Dependencies of {@link createLoginThrottle}. */
export type LoginThrottleDeps = {
  readonly clock: Clock;
  readonly rule: ThrottleRule;
  /** Exchanges the attempts with other nodes. */
  readonly share?: ShareCounts;
};

/**
 * Creates the {@link LoginThrottle} in the memory of this process. A success does not clear earlier
 * failures: an attacker gains nothing when the owner signs in.
 */
export function createLoginThrottle({ clock, rule, share }: LoginThrottleDeps): LoginThrottle {
  const failuresOf = new Map<string, number[]>();
  const send = share?.((account, count) => {
    const now = clock.now();
    const recent = recentOf(account, now);
    if (count < 0) remember(account, recent.slice(0, count));
    else remember(account, [...recent, ...Array<number>(count).fill(now)].slice(-rule.failures));
  });

  function recentOf(account: string, now: number): number[] {
    return (failuresOf.get(account) ?? []).filter((at) => at > now - rule.windowMs);
  }

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
    begin(name) {
      const account = shortKey(name);
      const now = clock.now();
      const recent = recentOf(account, now);
      const last = recent.at(-1);
      if (recent.length >= rule.failures && last !== undefined && last > now - rule.thenEveryMs) {
        refuse('too_many', {
          retryAfterSeconds: Math.ceil((last + rule.thenEveryMs - now) / 1_000),
        });
      }
      remember(account, [...recent, now].slice(-rule.failures));
      send?.(account, 1);
      return {
        isLast: recent.length + 1 === rule.failures,
        succeeded() {
          const failures = failuresOf.get(account) ?? [];
          const at = failures.lastIndexOf(now);
          if (at >= 0) remember(account, failures.toSpliced(at, 1));
          send?.(account, -1);
        },
      };
    },
  };
}
