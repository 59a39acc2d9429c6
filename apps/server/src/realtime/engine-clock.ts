import type { Clock as EngineClock } from '@longhand/sync/protocol';
import type { Clock } from '../platform/clock.ts';

/** Returns a clock as the engine expects it. */
export function engineClockOf(clock: Clock): EngineClock {
  return {
    now: () => clock.now(),
    after(milliseconds: number, call: () => void) {
      const timer = setTimeout(call, milliseconds);
      return () => clearTimeout(timer);
    },
  };
}
