import { existsSync } from 'node:fs';
import { chmod, mkdir, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { isNodeError } from './node-error.ts';

/** The data folder is not usable. The message is a sentence for the operator. */
export class DataFolderError extends Error {
  override name = 'DataFolderError';
}

const reasons: Record<string, string> = {
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  EROFS: 'the file system is read-only',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'the path is a file',
  ENOSPC: 'the disk is full',
  ENOENT: 'the folder cannot be created',
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

/** Name of the file that a data folder has while a backup is restored into it. */
export const restoringMarker = 'restoring';

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
    throw new DataFolderError(
      `The data folder ${folder} is not writable: ${reason}. Set DATA_DIR to a writable folder.`,
      {
        cause: error,
      },
    );
  }
  if (existsSync(join(folder, restoringMarker)))
    throw new DataFolderError(
      `A restore into the data folder ${folder} was interrupted, or is still running. If none is running, remove the folder and restore the backup again.`,
    );
}
