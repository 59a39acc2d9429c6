import { writeSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

/**
 * Indexes of the shared memory: iterations of the event loop, and time within which the process
 * must end (ms).
 */
export const [beatsAt, endsAt, fieldCount] = [0, 1, 2];

/** Data passed to the thread. */
export type Watched = { readonly shared: SharedArrayBuffer; readonly stalledMs: number };

const checkEvery = 250;
const standardError = 2;

function end(reason: string): void {
  writeSync(standardError, `${reason}\n`);
  process.kill(process.pid, 'SIGABRT');
}

/**
 * Counts checks instead of measuring time: while a process is suspended, this thread is suspended
 * too.
 */
function watch({ shared, stalledMs }: Watched): void {
  const cells = new Int32Array(shared);
  let [beats, still, ending] = [0, 0, 0];
  setInterval(() => {
    const now = Atomics.load(cells, beatsAt);
    still = now === beats ? still + checkEvery : 0;
    beats = now;
    if (stalledMs > 0 && still >= stalledMs)
      end(
        `Longhand did not respond for ${still / 1_000} seconds. The process exits to be restarted.`,
      );
    const within = Atomics.load(cells, endsAt);
    ending += within > 0 ? checkEvery : 0;
    if (within > 0 && ending >= within)
      end('Longhand did not shut down in time. The process exits now.');
  }, checkEvery);
}

if (!isMainThread) watch(workerData as Watched);
