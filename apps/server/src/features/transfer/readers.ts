import { createFileProcesses, type FileLimits } from './file-processes.ts';
import type { ReaderResults, ReaderTask } from './reader-tasks.ts';

/**
 * Reads foreign files sequentially in a separate process, so that they cannot use the server's time
 * or memory.
 */
export interface Readers {
  /**
   * Rejects with `UnreadableFile` if the file causes the error, including timeout and memory
   * limit.
   */
  read<K extends ReaderTask['kind']>(
    task: Extract<ReaderTask, { kind: K }>,
  ): Promise<ReaderResults[K]>;
  close(): Promise<void>;
}

/** Limits of the process on a server. */
export const usualLimits: FileLimits = { bytes: 805_306_368, heap: 512, timeoutMs: 30_000 };

/** Creates the {@link Readers}. */
export function createReaders(limits: FileLimits = usualLimits): Readers {
  const entry = new URL('./reader-process.ts', import.meta.url);
  const processes = createFileProcesses<ReaderTask, ReaderResults[ReaderTask['kind']]>(
    entry,
    limits,
  );
  let last: Promise<unknown> = Promise.resolve();

  return {
    read<K extends ReaderTask['kind']>(task: Extract<ReaderTask, { kind: K }>) {
      const result = last.then(() => processes.run(task));
      last = result.catch(() => undefined);
      return result as Promise<ReaderResults[K]>;
    },
    async close() {
      await processes.close();
      await last;
    },
  };
}
