import { Piscina } from 'piscina';
import { UnreadableFile } from '@longhand/document';
import { refuse } from '../../platform/refusal.ts';
import type { Task, TaskResults } from './tasks.ts';
import type { Said } from './worker.ts';

/** Runs tasks in threads of their own, so that no file, however made, holds up the process or fills its memory. */
export interface Threads {
  /** Rejects with {@link UnreadableFile} where a file is at fault, also where it takes too long or too much memory. */
  run<K extends Task['kind']>(task: Extract<Task, { kind: K }>): Promise<TaskResults[K]>;
  close(): Promise<void>;
}

/** Megabytes and milliseconds of one task. 100,000 words take under two seconds. */
const memory = 768;
const patience = 60_000;

const idleFor = 10_000;

/** Makes the {@link Threads}: two at once, the others wait. */
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
        if (error.name === 'AbortError' || error.name === 'TimeoutError') throw new UnreadableFile('This takes too long.');
        if ('code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY') throw new UnreadableFile('This needs too much memory.');
        if (/queue is at limit/i.test(error.message)) refuse('not_ready', { retryAfterSeconds: 10 });
        throw error;
      }
    },
    close: () => pool.close({ force: true }),
  };
}
