import { createWorkers, type Workers } from './workers.ts';

/**
 * Processes for documents of all test files that run in this process, as the start of one takes
 * longer than most tests. They end when they are idle.
 */
export const sharedWorkers: Workers = createWorkers();
