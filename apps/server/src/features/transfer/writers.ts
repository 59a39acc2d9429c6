import { createFairSemaphore } from '../../domain/fair-semaphore.ts';
import { refuse } from '../../platform/refusal.ts';
import { createFileProcesses } from './file-processes.ts';
import type { WriterResults, WriterTask } from './writer-tasks.ts';

/** Writes exported files in separate processes, so that they cannot use the server's memory. */
export interface Writers {
  /**
   * Rejects with `UnreadableFile` if the file causes the error, including timeout and memory
   * limit.
   */
  write<K extends WriterTask['kind']>(
    task: Extract<WriterTask, { kind: K }>,
  ): Promise<WriterResults[K]>;
  close(): Promise<void>;
}

/** Limits of a process. */
const limits = { heap: 768, bytes: 1_342_177_280, timeoutMs: 60_000 };

/** Maximum number of processes, and of tasks that may wait for them. */
const processesMax = 2;
const waitingMax = 200;

/** Creates the {@link Writers}. */
export function createWriters(): Writers {
  const entry = new URL('./writer-process.ts', import.meta.url);
  const processes = createFileProcesses<WriterTask, WriterResults[WriterTask['kind']]>(
    entry,
    limits,
  );
  // Users take turns before: see `export-queue.ts`.
  const inTurn = createFairSemaphore({
    concurrency: processesMax,
    concurrencyPerUser: processesMax,
    waitingMax,
    waitingPerUserMax: waitingMax,
    overflow: () => refuse('not_ready', { retryAfterSeconds: 10 }),
  });

  return {
    write<K extends WriterTask['kind']>(task: Extract<WriterTask, { kind: K }>) {
      return inTurn('', () => processes.run(task)) as Promise<WriterResults[K]>;
    },
    close: () => processes.close(),
  };
}
