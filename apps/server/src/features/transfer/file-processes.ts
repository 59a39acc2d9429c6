import { UnreadableFile } from '@longhand/document';
import { createTaskProcesses, ProcessEnded } from '../../platform/task-processes.ts';

/**
 * Answer of a process. Errors lose their class in the transfer, so a file that cannot be read or
 * written is sent as a sentence.
 */
export type ProcessAnswer<Done> = { readonly done: Done } | { readonly unreadable: string };

/**
 * Limits of a process: total memory (bytes), heap (MB), and timeout of one task (ms). 100,000 words
 * take less than two seconds.
 */
export type FileLimits = {
  readonly bytes: number;
  readonly heap: number;
  readonly timeoutMs: number;
};

/** Idle time after which a process ends (ms). */
const idleFor = 10_000;

/**
 * Creates processes that read or write files, so that a file can use neither the time nor the
 * memory of the server. `run` throws {@link UnreadableFile} if the file causes the error, including
 * timeout and memory limit.
 *
 * @param entry the module of the process, which answers with a {@link ProcessAnswer}
 */
export function createFileProcesses<Task, Done>(
  entry: URL,
  { bytes, heap, timeoutMs }: FileLimits,
) {
  const pool = createTaskProcesses<Task, ProcessAnswer<Done>>({ entry, heap, bytes, idleFor });

  async function answerTo(task: Task): Promise<ProcessAnswer<Done>> {
    const ending = AbortSignal.timeout(timeoutMs);
    try {
      return await pool.run(task, ending);
    } catch (error) {
      if (ending.aborted) return { unreadable: 'This takes too long.' };
      if (error instanceof ProcessEnded) return { unreadable: 'This needs too much memory.' };
      throw error;
    }
  }

  return {
    async run(task: Task): Promise<Done> {
      const answer = await answerTo(task);
      if ('unreadable' in answer) throw new UnreadableFile(answer.unreadable);
      return answer.done;
    },
    close: () => pool.close(),
  };
}
