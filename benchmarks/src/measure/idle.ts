import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf } from './usage.ts';

const window = 400;
/** CPU time of all servers within a window, below which they count as idle (ms). */
const idleBelow = 30;
const within = 60_000;

/** Processes that are measured: the servers, and the database that they share. */
export type MeasuredProcesses = { readonly servers: readonly number[]; readonly database: number };

/**
 * Waits until the servers have finished deferred work (storing, compaction, counting words), so
 * that it is not attributed to the next measurement.
 */
export async function untilIdle(measured: MeasuredProcesses): Promise<void> {
  const end = Date.now() + within;
  let before = await total(measured);
  for (;;) {
    await sleep(window);
    const after = await total(measured);
    if (Number.isNaN(after) || after - before < idleBelow) return;
    if (Date.now() > end) throw new Error(`the servers were not idle within ${within} ms`);
    before = after;
  }
}

async function total({ servers, database }: MeasuredProcesses): Promise<number> {
  const parts = await Promise.all([cpuOf(database), ...servers.map(cpuOf)]);
  return parts.reduce((sum, part) => sum + part, 0);
}
