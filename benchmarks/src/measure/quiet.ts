import { setTimeout as sleep } from 'node:timers/promises';
import { cpuOf, cpuOfFamily } from './usage.ts';

const window = 400;
/** Milliseconds of CPU in a window, all servers together, below which nobody is busy with what came before. */
const quietBelow = 30;
const within = 60_000;

/** The processes that a benchmark measures: the servers, and the database that they share. */
export type Measured = { readonly servers: readonly number[]; readonly database: number };

/** Waits until the servers have done what they put off (storing, folding, counting words), so that nobody pays for another. */
export async function untilQuiet(measured: Measured): Promise<void> {
  const end = Date.now() + within;
  let before = await total(measured);
  for (;;) {
    await sleep(window);
    const after = await total(measured);
    if (Number.isNaN(after) || after - before < quietBelow) return;
    if (Date.now() > end) throw new Error(`the servers were not quiet within ${within} ms`);
    before = after;
  }
}

async function total({ servers, database }: Measured): Promise<number> {
  const parts = await Promise.all([cpuOfFamily(database), ...servers.map(cpuOf)]);
  return parts.reduce((sum, part) => sum + part, 0);
}
