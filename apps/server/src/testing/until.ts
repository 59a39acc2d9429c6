import { setTimeout as sleep } from 'node:timers/promises';

/** Time limit of a wait: far more than a busy machine needs (ms). */
const patienceMs = 60_000;

/**
 * Polls until a condition holds.
 *
 * @throws if it does not hold within a minute; the error contains the condition
 */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${String(holds)}`);
    await sleep(5);
  }
}
