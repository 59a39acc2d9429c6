import { UnreadableFile } from '@longhand/document';
import { perform, type Task, type TaskResults } from './tasks.ts';

/**
 * Answer of a thread. Errors lose their class in the transfer, so an unreadable file is sent as a
 * sentence.
 */
export type Said = { done: TaskResults[Task['kind']] } | { unreadable: string };

/** Entry of a worker thread: piscina calls it with each task. */
export default async function work(task: Task): Promise<Said> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
}
