import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { link, open, readdir, rename, unlink } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { isListening } from './listening.ts';
import { isNodeError } from './node-error.ts';

/** A folder that this process holds until it ends. */
export type FolderLock = { release(): Promise<void> };

const name = 'lock';

/** Ending of the name of a socket that was replaced. */
const replacedEnding = '-replaced';

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
 *
 * A replaced socket keeps a name until it is known to be unused, so that a live one which was
 * renamed by mistake, because several processes start at once, is found under that name.
 */
async function publish(folder: string, socketFolder: string, own: string): Promise<boolean> {
  for (;;) {
    if (await linkUnlessExists(join(folder, own), join(folder, name))) {
      const live = await findReplaced(folder, socketFolder);
      if (live === null) return true;
      await unlink(join(folder, name));
      await putBack(folder, live);
      return false;
    }
    if (await isListening(join(socketFolder, name))) return false;
    const replaced = `${own}${replacedEnding}`;
    await rename(join(folder, name), join(folder, replaced)).catch(ignoreMissing);
    if (await isListening(join(socketFolder, replaced))) {
      await putBack(folder, replaced);
      return false;
    }
    await unlink(join(folder, replaced)).catch(ignoreMissing);
  }
}

/** Returns the name of a replaced socket that a process listens on, and removes the others. */
async function findReplaced(folder: string, socketFolder: string): Promise<string | null> {
  for (const each of await readdir(folder)) {
    if (!each.startsWith(name) || !each.endsWith(replacedEnding)) continue;
    if (await isListening(join(socketFolder, each))) return each;
    await unlink(join(folder, each)).catch(ignoreMissing);
  }
  return null;
}

/** Gives a replaced socket the name of the lock again. If that is taken, it keeps its own. */
async function putBack(folder: string, replaced: string): Promise<void> {
  if (await linkUnlessExists(join(folder, replaced), join(folder, name)))
    await unlink(join(folder, replaced)).catch(ignoreMissing);
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

function ignoreMissing(error: unknown): void {
  if (!isNodeError(error) || error.code !== 'ENOENT') throw error;
}
