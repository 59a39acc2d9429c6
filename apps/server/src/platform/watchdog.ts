import { Worker } from 'node:worker_threads';
import { beatsAt, endsAt, places, type Watched } from './watchdog-watch.ts';

/** Watches the event loop of this process from a thread of its own. */
export type Watchdog = {
  /** From now on the process ends within so many milliseconds, whatever it is busy with. */
  endWithin(ms: number): void;
};

const beatEvery = 250;

/**
 * Ends the process, by SIGABRT and with a line on standard error, when its event loop stands for `stalledMs`: a process that answers
 * nobody is worse than one that starts anew, and what was acknowledged is stored. 0: it may stand for ever.
 */
export function startWatchdog(stalledMs: number): Watchdog {
  const shared = new SharedArrayBuffer(places * Int32Array.BYTES_PER_ELEMENT);
  const cells = new Int32Array(shared);
  setInterval(() => Atomics.add(cells, beatsAt, 1), beatEvery).unref();
  const workerData: Watched = { shared, stalledMs };
  new Worker(new URL('./watchdog-watch.ts', import.meta.url), { workerData, execArgv: [] }).unref();
  return { endWithin: (ms) => void Atomics.store(cells, endsAt, ms) };
}
