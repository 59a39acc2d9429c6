import { workerData } from 'node:worker_threads';

/** Time between two checks (ms). Unpacking fills some megabytes meanwhile. */
const interval = 25;

/**
 * Entry of the thread that kills its process if total memory, including buffers, exceeds the limit
 * in bytes.
 */
setInterval(() => {
  if (process.memoryUsage.rss() > (workerData as number)) process.kill(process.pid, 'SIGKILL');
}, interval);
