import { once } from 'node:events';
import { connect } from 'node:net';
import { isNodeError } from './node-error.ts';

/** Codes of a connection to a socket that no process listens on. */
const unused = new Set(['ECONNREFUSED', 'ENOENT']);

/** True if a process listens on the Unix socket at `path`, also one of another container. */
export async function isListening(path: string): Promise<boolean> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return true;
  } catch (error) {
    // EAGAIN: many connections wait for a process that is stopped.
    if (isNodeError(error) && error.code === 'EAGAIN') return true;
    if (isNodeError(error) && unused.has(error.code ?? '')) return false;
    throw error;
  } finally {
    socket.destroy();
  }
}
