import { once } from 'node:events';
import { open, unlink } from 'node:fs/promises';
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
 * the process stands still. Returns null if another process holds the folder.
 */
export async function lockFolder(folder: string): Promise<FolderLock | null> {
  const handle = await open(folder, 'r');
  // The path of a socket is limited to about 100 bytes; that of the folder may be longer.
  const path =
    process.platform === 'linux' ? `/proc/self/fd/${handle.fd}/${name}` : join(folder, name);
  const lock = (await listenAt(path)) ?? (await replaceUnused(path, join(folder, name)));
  if (lock === null) {
    await handle.close();
    return null;
  }
  return {
    async release() {
      await lock.release();
      await handle.close();
    },
  };
}

/** Listens at a path. Returns null if the socket exists. */
async function listenAt(path: string): Promise<FolderLock | null> {
  const server = createServer((socket) => socket.destroy());
  server.listen(path);
  try {
    await once(server, 'listening');
  } catch (error) {
    if (isNodeError(error) && error.code === 'EADDRINUSE') return null;
    throw error;
  }
  server.unref();
  return {
    async release() {
      server.close();
      await once(server, 'close');
    },
  };
}

/** Replaces the socket of a process that has ended. Returns null if a process listens there. */
async function replaceUnused(path: string, file: string): Promise<FolderLock | null> {
  const socket = connect(path);
  try {
    await once(socket, 'connect');
    return null;
  } catch (error) {
    if (!isNodeError(error) || !unused.has(error.code ?? '')) throw error;
    await unlink(file).catch(() => undefined);
    return await listenAt(path);
  } finally {
    socket.destroy();
  }
}
