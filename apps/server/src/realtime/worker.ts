/** Entry of a worker thread: piscina calls its default export with each task. */
export { perform as default } from './tasks.ts';
