import { UnreadableFile } from '@longhand/document';
import { serveTasks } from '../../platform/task-process.ts';
import type { ProcessAnswer } from './file-processes.ts';
import { perform, type WriterResults, type WriterTask } from './writer-tasks.ts';

/** Runs a task. A file that cannot be written is answered with a sentence. */
async function answerTo(
  task: WriterTask,
): Promise<ProcessAnswer<WriterResults[WriterTask['kind']]>> {
  try {
    return { done: await perform(task) };
  } catch (error) {
    if (error instanceof UnreadableFile) return { unreadable: error.message };
    throw error;
  }
}

serveTasks(answerTo);
