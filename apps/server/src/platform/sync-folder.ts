import { open } from 'node:fs/promises';

/**
 * Flushes a folder, so that new file names are on disk. Otherwise a power failure may leave the
 * bytes without a name.
 */
export async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
