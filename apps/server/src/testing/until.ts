import { setTimeout as sleep } from 'node:timers/promises';

/** Milliseconds for which a test waits: far more than a busy machine takes. */
const patienceMs = 60_000;

/** Waits until something holds, and throws what it waited for where it does not in a minute. */
export async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  const end = performance.now() + patienceMs;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`Waited in vain until ${String(holds)}`);
    await sleep(5);
  }
}
