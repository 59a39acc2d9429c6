import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Files } from './files.ts';
import { whileRoom, type DiskRoom } from '../platform/disk-room.ts';
import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';

/**
 * Opens the file store: the bucket of `S3_URL`, otherwise the folder `files` in `DATA_DIR`. In both
 * cases incoming files are first written to `DATA_DIR`. If its disk has no `room`, storing is
 * refused with `disk_full`.
 */
export async function openFiles(
  { dataDir, files }: Pick<Config, 'dataDir' | 'files'>,
  now: number,
  room: Pick<DiskRoom, 'has'>,
): Promise<Files> {
  const folder = join(dataDir, 'files');
  const incoming = join(folder, 'incoming');
  const store = await (files.s3 === null
    ? openFolder(folder, now)
    : openS3(files.s3, { incoming, now }));
  return { ...store, put: (key, bytes) => store.put(key, whileRoom(bytes, room)) };
}
