import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { chmod, mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { databasePid } from '@longhand/driver';
import { openEmbedded, type Program } from '@longhand/embedded-postgres';

/** The PostgreSQL of a cluster. It is started again when it ends. */
export type ClusterDatabase = {
  /** Its address in the form of `DATABASE_URL`. */
  readonly url: string;
  /** Its data folder, as the driver expects it. */
  readonly dataDir: string;
  stop(): Promise<void>;
};

const program: Program = {
  title: 'The cluster',
  name: 'longhand',
  dataFolderSetting: '--data',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};

/** Returns the password of the database, which is created at the first start. */
async function passwordIn(folder: string): Promise<string> {
  const path = join(folder, 'password');
  if (!existsSync(path))
    await writeFile(path, randomBytes(32).toString('base64url'), { mode: 0o600 });
  return readFile(path, 'utf8');
}

/**
 * Starts the {@link ClusterDatabase}.
 *
 * @param folder its data folder, which is created if it is missing
 * @param say receives messages for the user
 */
export async function startClusterDatabase(
  folder: string,
  say: (line: string) => void,
): Promise<ClusterDatabase> {
  await mkdir(folder, { recursive: true });
  await chmod(folder, 0o711);
  const password = await passwordIn(folder);
  const write = (fields: object | string, message?: string): void => say(message ?? String(fields));
  const log = { debug: () => undefined, warn: write, error: write };
  const onLost = (reason: Error): void => say(reason.message);
  const server = await openEmbedded({ program, dataDir: folder, password, log, onLost });
  say(`The database is process ${await databasePid(folder)}`);
  const { host, port, user, database } = server.connection;
  const place = new URLSearchParams({ host, port: String(port) });
  return {
    url: `postgres://${user}:${password}@localhost/${database}?${place}`,
    dataDir: folder,
    stop: () => server.stop(),
  };
}
