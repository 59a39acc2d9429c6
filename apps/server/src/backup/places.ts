import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callS3 } from '../files/s3-calls.ts';
import { Fault } from '../platform/fault.ts';
import type { BackupPlace, S3Location } from '../platform/setting-types.ts';
import { syncFolder } from '../platform/sync-folder.ts';

/** Stores scheduled backups by their name. */
export type BackupStore = {
  /** Folder in which a backup is written and verified before it is stored. */
  readonly workFolder: string;
  /** Moves a file of the work folder into the store, under the name `name`. */
  store(path: string, name: string): Promise<void>;
  /** Removes a backup. A missing one is not an error. */
  remove(name: string): Promise<void>;
};

/** Opens the store of scheduled backups. A folder is created if it is missing. */
export async function openBackupStore(place: BackupPlace): Promise<BackupStore> {
  return place.kind === 'folder' ? openFolderStore(place.path) : openBucket(place.location);
}

async function openFolderStore(folder: string): Promise<BackupStore> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw new Fault(`The folder ${folder} of BACKUP_TO cannot be created.`, { cause: error });
  }
  return {
    workFolder: folder,
    async store(path, name) {
      await rename(path, join(folder, name));
      await syncFolder(folder);
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Largest object that a store accepts in one request (bytes). Source: Amazon S3 API, PutObject. */
const objectBytesMax = 5 * 1024 ** 3;

function openBucket(location: S3Location): BackupStore {
  const send = async (call: Parameters<typeof callS3>[1], allowed: number[]): Promise<void> => {
    const answer = await callS3(location, call);
    answer.resume();
    const { statusCode = 500 } = answer;
    if ((statusCode < 200 || statusCode >= 300) && !allowed.includes(statusCode))
      throw new Fault(`The bucket of BACKUP_TO responded with status ${statusCode}.`);
  };
  return {
    workFolder: tmpdir(),
    async store(path, name) {
      const { size } = await stat(path);
      if (size > objectBytesMax)
        throw new Fault(
          'The backup is larger than 5 GB, which a bucket does not accept in one request. Set BACKUP_TO to a folder.',
        );
      const sha256 = await hashOf(path);
      const body = { bytes: createReadStream(path), size, sha256 };
      await send({ method: 'PUT', path: name, body }, []);
      await rm(path);
    },
    remove: (name) => send({ method: 'DELETE', path: name }, [404]),
  };
}

async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer);
  return hash.digest('hex');
}
