import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Files } from './files.ts';
import { whileRoom, type DiskRoom } from '../platform/disk-room.ts';
import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';

/**
 * Opens the store for files: the bucket that `S3_URL` names, else the folder `files` in `DATA_DIR`. On their way to either, bytes lie
 * in `DATA_DIR`: where its disk has no `room` for them, storing them is refused with `disk_full`.
 */
export async function openFiles(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  now: number,
  room: Pick<DiskRoom, 'has'>,
): Promise<Files> {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  const store = await (files.s3 === null ? openFolder(folder, now) : openS3(files.s3, { incoming, now }));
  return { ...store, put: (key, bytes) => store.put(key, whileRoom(bytes, room)) };
}
