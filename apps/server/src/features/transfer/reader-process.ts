import { Worker } from 'node:worker_threads';
import { answerTo, type ReaderTask } from './reader-tasks.ts';

/**
 * Entry of the process that reads files. A thread watches its memory, because the main thread is
 * blocked while reading.
 */
new Worker(new URL('./reader-watch.ts', import.meta.url), {
  workerData: Number(process.argv[2]),
}).unref();

process.on(
  'message',
  (task: ReaderTask) => void answerTo(task).then((answer) => process.send?.(answer)),
);
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
