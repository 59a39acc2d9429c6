import { join } from 'node:path';
import type { Config } from '../platform/config.ts';
import type { Files } from './files.ts';
import { openFolder } from './folder.ts';
import { openS3 } from './s3.ts';

/** Opens the store for files: the bucket that `S3_URL` names, else the folder `files` in `DATA_DIR`. */
export function openFiles({ dataDir, files }: Pick<Config, 'dataDir' | 'files'>, now: number): Promise<Files> {
  const folder = join(dataDir, 'files');
  return files.s3 === null ? openFolder(folder, now) : openS3(files.s3, { incoming: join(folder, 'incoming'), now });
}
