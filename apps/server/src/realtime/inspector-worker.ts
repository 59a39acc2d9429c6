import { parentPort } from 'node:worker_threads';
import { createInspecting } from './inspecting.ts';

/** The entry of the inspector's thread. */
const port = parentPort;
if (port === null) throw new Error('this is the entry of a thread');
port.on(
  'message',
  createInspecting((answer) => port.postMessage(answer)),
);
