import type PgBoss from 'pg-boss';
import type { Clock } from '../platform/clock.ts';
import { jobTable, type RegularJobName } from './job-table.ts';

/** Jobs that come by themselves. */
export interface Regular {
  /** Adds one that comes once in each `everySeconds`; a day at most, because jobs that are done are kept for a week. */
  add(everySeconds: number, name: RegularJobName): void;
  /** Stores those whose time has come. */
  enqueueDue(): Promise<void>;
}

/**
 * Makes {@link Regular}. Every node stores the job of each stretch of time, and the database keeps the first of them: so one runs,
 * whichever nodes there are.
 */
export function createRegular({ boss, clock }: { boss: PgBoss; clock: Clock }): Regular {
  const entries: { name: RegularJobName; everySeconds: number; nextAt: number }[] = [];
  return {
    add(everySeconds, name) {
      entries.push({ name, everySeconds, nextAt: 0 });
    },
    async enqueueDue() {
      for (const entry of entries.filter(({ nextAt }) => nextAt <= clock.now())) {
        const { name, everySeconds } = entry;
        const everyMs = everySeconds * 1_000;
        await boss.send(jobTable[name].queue, { job: name, payload: {} }, { singletonKey: name, singletonSeconds: everySeconds });
        entry.nextAt = (Math.floor(clock.now() / everyMs) + 1) * everyMs;
      }
    },
  };
}
