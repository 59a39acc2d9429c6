import { writeSync } from 'node:fs';
import { isMainThread, workerData } from 'node:worker_threads';

/** What both threads share: how often the loop came round, and in how many milliseconds the process has to end. */
export const [beatsAt, endsAt, places] = [0, 1, 2];

/** What the thread is given. */
export type Watched = { readonly shared: SharedArrayBuffer; readonly stalledMs: number };

const lookEvery = 250;
const standardError = 2;

function end(reason: string): void {
  writeSync(standardError, `${reason}\n`);
  process.kill(process.pid, 'SIGABRT');
}

/** Looks are counted and not the time: a process that was suspended stood still with us. */
function watch({ shared, stalledMs }: Watched): void {
  const cells = new Int32Array(shared);
  let [beats, still, ending] = [0, 0, 0];
  setInterval(() => {
    const now = Atomics.load(cells, beatsAt);
    still = now === beats ? still + lookEvery : 0;
    beats = now;
    if (stalledMs > 0 && still >= stalledMs)
      end(`Longhand answered nobody for ${still / 1_000} seconds, and ends to be started anew.`);
    const within = Atomics.load(cells, endsAt);
    ending += within > 0 ? lookEvery : 0;
    if (within > 0 && ending >= within) end('Longhand was asked to end and was too busy to do so in order. It ends now.');
  }, lookEvery);
}

if (!isMainThread) watch(workerData as Watched);
