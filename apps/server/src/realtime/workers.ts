import { Piscina } from 'piscina';
import type { Folder } from '@longhand/sync';
import type { Digest, Task, TaskResults } from './tasks.ts';

/** Threads in which documents are built; never the one that holds the sockets. */
export type Workers = Folder & {
  digest(updates: readonly Uint8Array[]): Promise<Digest>;
  content(updates: readonly Uint8Array[], format: 'text' | 'json'): Promise<unknown>;
  close(): Promise<void>;
};

/** Memory of one thread, megabytes: a document that needs more fails alone, not the process. */
const threadMemory = 1_024;
/** A thread that had nothing to do for this long (ms) ends and gives its memory back. */
const idleFor = 20_000;

/** Starts the pool; threads come and go with the work. */
export function createWorkers(): Workers {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    idleTimeout: idleFor,
    resourceLimits: { maxOldGenerationSizeMb: threadMemory },
  });
  async function run<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<TaskResults[K]> {
    return (await pool.run(task)) as TaskResults[K];
  }
  return {
    async fold(_documentId, { seq, updates }) {
      const { state, knowledge } = await run<'fold'>({ kind: 'fold', updates });
      return { seq, state, knowledge };
    },
    digest: (updates) => run<'digest'>({ kind: 'digest', updates }),
    content: (updates, format) => run<'content'>({ kind: 'content', updates, format }),
    close: () => pool.close({ force: true }),
  };
}
