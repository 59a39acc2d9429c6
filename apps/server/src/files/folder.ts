import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNodeError } from '../platform/node-error.ts';
import { syncFolder } from '../platform/sync-folder.ts';
import { pathOf, type Files } from './files.ts';
import { arrive, faultOf, openIntake } from './intake.ts';

async function sizeOf(path: string): Promise<number | null> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw faultOf(error);
  }
}

/**
 * Opens a file store in a local folder. Files are written to a temporary name, flushed and then
 * renamed. So after a kill or power failure they are complete or missing. `folder`: absolute path,
 * created if missing.
 */
export async function openFolder(folder: string, now: number): Promise<Files> {
  const incoming = join(folder, 'incoming');
  await openIntake(incoming, now);
  const pathFor = (key: string): string => join(folder, pathOf(key));

  async function settle(from: string, to: string): Promise<void> {
    try {
      const made = await mkdir(dirname(to), { recursive: true, mode: 0o700 });
      await rename(from, to);
      await syncFolder(dirname(to));
      if (made !== undefined) await syncFolder(folder);
    } catch (error) {
      await rm(from, { force: true });
      throw faultOf(error);
    }
  }

  return {
    async put(key, bytes) {
      const to = pathFor(key);
      const { path } = await arrive(incoming, key, bytes);
      await settle(path, to);
    },
    async get(key) {
      return (await sizeOf(pathFor(key))) === null
        ? null
        : (createReadStream(pathFor(key)) as AsyncIterable<Buffer>);
    },
    async remove(key) {
      await rm(pathFor(key), { force: true }).catch((error: unknown) => {
        throw faultOf(error);
      });
    },
    async head(key) {
      const size = await sizeOf(pathFor(key));
      return size === null ? null : { size };
    },
  };
}
