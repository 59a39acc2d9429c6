import { UnreadableFile } from '@longhand/document';
import { perform, type Task, type TaskResults } from './tasks.ts';

/** What a thread answers: an error loses its class on the way, so one that is the file's fault goes as a sentence. */
export type Said = { done: TaskResults[Task['kind']] } | { unreadable: string };

/** The entry of a worker thread: piscina calls it with each task. */
export default async function work(task: Task): Promise<Said> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
}
