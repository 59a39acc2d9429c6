import { Worker } from 'node:worker_threads';
import { beatsAt, endsAt, fieldCount, type Watched } from './watchdog-watch.ts';

/** Watches the event loop of this process from a separate thread. */
export type Watchdog = {
  /** Ends the process after this time (ms) even if the event loop is blocked. */
  endWithin(ms: number): void;
};

const beatEvery = 250;

/**
 * Ends the process with SIGABRT and a line on standard error if its event loop is blocked for
 * `stalledMs`. A restart is better than an unresponsive process, and acknowledged data is stored. 0
 * disables the limit.
 */
export function startWatchdog(stalledMs: number): Watchdog {
  const shared = new SharedArrayBuffer(fieldCount * Int32Array.BYTES_PER_ELEMENT);
  const cells = new Int32Array(shared);
  setInterval(() => Atomics.add(cells, beatsAt, 1), beatEvery).unref();
  const workerData: Watched = { shared, stalledMs };
  new Worker(new URL('./watchdog-watch.ts', import.meta.url), { workerData, execArgv: [] }).unref();
  return { endWithin: (ms) => void Atomics.store(cells, endsAt, ms) };
}
