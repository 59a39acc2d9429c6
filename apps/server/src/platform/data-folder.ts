import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNodeError } from './node-error.ts';

/** The data folder is not usable. The message is a sentence for the operator. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const reasons: Record<string, string> = {
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'that file system can only be read',
  ENOTDIR: 'there is a file in its place',
  EEXIST: 'there is a file in its place',
  ENOSPC: 'the disk is full',
  ENOENT: 'no folder can be made there',
};

async function makeFolder(folder: string): Promise<'made' | 'there'> {
  try {
    await mkdir(folder);
    return 'made';
  } catch (error) {
    if (!isNodeError(error)) throw error;
    if (error.code === 'EEXIST' && (await stat(folder)).isDirectory()) return 'there';
    if (error.code !== 'ENOENT' || existsSync(dirname(folder))) throw error;
  }
  // Not `recursive: true`: Node retries forever if a file system refuses new folders with ENOENT,
  // as /proc does.
  await makeFolder(dirname(folder));
  return makeFolder(folder);
}

/**
 * Ensures that the data folder exists and is writable. `folder` is absolute. Other users may
 * traverse a new folder but not list it: PostgreSQL, which refuses to run as root, must reach its
 * part. Throws {@link DataFolderError}.
 */
export async function openDataFolder(folder: string): Promise<void> {
  const probe = join(folder, `.writable-${process.pid}`);
  try {
    if ((await makeFolder(folder)) === 'made') await chmod(folder, 0o711);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    const code = isNodeError(error) ? (error.code ?? '') : '';
    const reason = reasons[code] ?? (error instanceof Error ? error.message : String(error));
    throw new DataFolderError(`The data folder ${folder} cannot be written: ${reason}. Set DATA_DIR to a folder that can.`, {
      cause: error,
    });
  }
}
