import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, open, rename, unlink } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { isNodeError } from './node-error.ts';

/** A folder that this process holds until it ends. */
export type FolderLock = { release(): Promise<void> };

const name = 'lock';

/** Codes of a connection to a socket that no process listens on. */
const unused = new Set(['ECONNREFUSED', 'ENOENT']);

/**
 * Holds a folder for this process: a socket in it listens as long as the process lives, also while
 * the process is stopped. The kernel knows it, so that processes of other containers with the same
 * folder are refused too. On a network file system, processes of other machines are not.
 *
 * @returns null if another process holds the folder
 * @throws if the file system has no Unix sockets or hard links
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const handle = await open(folder, 'r');
  // The path of a socket is limited to about 100 bytes; that of the folder may be longer.
  const socketFolder = process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder;
  const own = `${name}-${randomUUID()}`;
  const server = createServer((socket) => socket.destroy());
  try {
    await once(server.listen(join(socketFolder, own)), 'listening');
  } catch (error) {
    await handle.close();
    throw error;
  }
  server.unref();
  async function close(): Promise<void> {
    server.close();
    await once(server, 'close');
    await handle.close();
  }
  try {
    const isHeld = await publish(folder, socketFolder, own);
    await unlink(join(folder, own));
    if (!isHeld) {
      await close();
      return null;
    }
  } catch (error) {
    await close();
    throw error;
  }
  return {
    async release() {
      await unlink(join(folder, name)).catch(ignoreMissing);
      await close();
    },
  };
}

/**
 * Gives a listening socket the name of the lock. Replaces the socket of a process that has ended.
 * Returns false if another process holds the folder.
 */
async function publish(folder: string, socketFolder: string, own: string): Promise<boolean> {
  for (;;) {
    if (await linkUnlessExists(join(folder, own), join(folder, name))) return true;
    if (await isListening(join(socketFolder, name))) return false;
    const stale = `${own}-stale`;
    await rename(join(folder, name), join(folder, stale)).catch(ignoreMissing);
    // Another process may have replaced the socket meanwhile: then it is put back.
    const isTaken = await isListening(join(socketFolder, stale));
    if (isTaken) await linkUnlessExists(join(folder, stale), join(folder, name));
    await unlink(join(folder, stale)).catch(ignoreMissing);
    if (isTaken) return false;
  }
}

/** Creates a second name of a file. Returns false if the name is taken. */
async function linkUnlessExists(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if (isNodeError(error) && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** True if a process listens on a socket. */
async function isListening(path: string): Promise<boolean> {
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

function ignoreMissing(error: unknown): void {
  if (!isNodeError(error) || error.code !== 'ENOENT') throw error;
}
