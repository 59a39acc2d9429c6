import { workerData } from 'node:worker_threads';

/** Milliseconds between two looks: unpacking fills some megabytes meanwhile. */
const lookEvery = 25;

/** The entry of the thread that ends its process when all of its memory, that of buffers too, is more than so many bytes. */
setInterval(() => {
  if (process.memoryUsage.rss() > (workerData as number)) process.kill(process.pid, 'SIGKILL');
}, lookEvery);
