import { Worker } from 'node:worker_threads';
import { answerTo, type ReaderTask } from './reader-tasks.ts';

/** The entry of the process that reads files. Its memory is watched by a thread: while it reads, it looks at nothing itself. */
new Worker(new URL('./reader-watch.ts', import.meta.url), { workerData: Number(process.argv[2]) }).unref();

process.on('message', (task: ReaderTask) => void answerTo(task).then((answer) => process.send?.(answer)));
process.on('disconnect', () => process.exit(0));
process.send?.('ready');
