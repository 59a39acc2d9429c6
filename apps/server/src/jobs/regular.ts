import type PgBoss from 'pg-boss';
import type { Clock } from '../platform/clock.ts';
import { jobTable, type RegularJobName } from './job-table.ts';

/** Periodic jobs. */
export interface Regular {
  /**
   * Adds a job that runs once per `everySeconds`. The maximum is one day, because completed jobs
   * are stored for a week.
   */
  add(everySeconds: number, name: RegularJobName): void;
  /** Stores the jobs that are due. */
  enqueueDue(): Promise<void>;
}

/**
 * Creates {@link Regular}. Every node stores the job of each period, and the database retains the
 * first one. So one job runs, independent of the number of nodes.
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
        await boss.send(
          jobTable[name].queue,
          { job: name, payload: {} },
          { singletonKey: name, singletonSeconds: everySeconds },
        );
        entry.nextAt = (Math.floor(clock.now() / everyMs) + 1) * everyMs;
      }
    },
  };
}
