import { Piscina } from 'piscina';
import { UnreadableFile } from '@longhand/document';
import { refuse } from '../../platform/refusal.ts';
import type { Task, TaskResults } from './tasks.ts';
import type { Said } from './worker.ts';

/** Runs tasks in worker threads, so that no file can block the process or fill its memory. */
export interface Threads {
  /**
   * Rejects with {@link UnreadableFile} if the file causes the error, including timeout and memory
   * limit.
   */
  run<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<TaskResults[K]>;
  close(): Promise<void>;
}

/**
 * Memory limit (MB) and timeout (ms) of one task, and idle time of a thread (ms). 100,000 words
 * take less than two seconds.
 */
const memory = 768;
const patience = 60_000;

const idleFor = 10_000;

/** Creates the {@link Threads}: two run at once, further tasks wait. */
export function createThreads(): Threads {
  const pool = new Piscina({
    filename: new URL('./worker.ts', import.meta.url).href,
    minThreads: 0,
    maxThreads: 2,
    maxQueue: 200,
    idleTimeout: idleFor,
    resourceLimits: { maxOldGenerationSizeMb: memory },
  });
  return {
    async run<K extends Task['kind']>(task: Extract<Task, { kind: K }>) {
      try {
        const said = (await pool.run(task, { signal: AbortSignal.timeout(patience) })) as Said;
        if ('unreadable' in said) throw new UnreadableFile(said.unreadable);
        return said.done as TaskResults[K];
      } catch (error) {
        if (!(error instanceof Error)) throw error;
        if (error.name === 'AbortError' || error.name === 'TimeoutError')
          throw new UnreadableFile('This takes too long.');
        if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY')
          throw new UnreadableFile('This needs too much memory.');
        if (/queue is at limit/i.test(error.message))
          refuse('not_ready', { retryAfterSeconds: 10 });
        throw error;
      }
    },
    close: () => pool.close({ force: true }),
  };
}
