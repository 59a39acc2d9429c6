import { open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isNodeError } from './node-error.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * Reason why a data folder may lack what was synced to it.
 * - `copied`: it is a copy, possibly an older one.
 * - `power`: the machine stopped while the folder was in use. Some disks lose synced data then.
 * - `damaged`: its mark cannot be read.
 */
export type Interruption = 'copied' | 'power' | 'damaged';

/** A mark in a data folder, by which a copy of it and a stop of the machine are noticed. */
export type StorageMark = {
  /** The reason why the folder may lack data; null if none is known. */
  readonly interruption: Interruption | null;
  /** Marks the folder as in use, and its state as known. */
  begin(): Promise<void>;
  /** Marks an orderly end. */
  end(): Promise<void>;
};

/**
 * Content of the mark. `created`: its own time of creation (ns), which a copy does not have, or
 * null if the file system knows none. `boot`: id of the present start of the machine while the
 * folder is in use, otherwise null.
 */
type Content = { readonly created: string | null; readonly boot: string | null };

const name = 'storage-mark.json';

/** File in which Linux has an id of the present start of the machine. */
const bootIdFile = '/proc/sys/kernel/random/boot_id';

/** Returns the id of the present start of the machine; null on other systems than Linux. */
async function readBootId(): Promise<string | null> {
  const id = await readFile(bootIdFile, 'utf8').catch(() => '');
  return id.trim() || null;
}

/** Reads the {@link StorageMark} of a data folder. A folder without one has no interruption. */
export async function readStorageMark(dataDir: string): Promise<StorageMark> {
  const [path, boot] = [join(dataDir, name), await readBootId()];
  return {
    interruption: await findInterruption(path, boot),
    begin: () => replaceMark(dataDir, boot),
    end: () => replaceMark(dataDir, null),
  };
}

async function findInterruption(path: string, boot: string | null): Promise<Interruption | null> {
  const before = await readContent(path);
  if (before === null || before === 'damaged') return before;
  const { birthtimeNs } = await stat(path, { bigint: true });
  if (before.created !== null && before.created !== String(birthtimeNs)) return 'copied';
  return before.boot !== null && boot !== null && before.boot !== boot ? 'power' : null;
}

async function readContent(path: string): Promise<Content | 'damaged' | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
  try {
    const { created, boot } = JSON.parse(text) as Partial<Content>;
    return { created: created ?? null, boot: boot ?? null };
  } catch {
    return 'damaged';
  }
}

/** Number of writes after which a file has another time of change than of creation, and pauses. */
const writes = { max: 5, pause: 5 };

/**
 * Writes a new file, and returns the time at which it was created (ns). Null if the file system
 * does not know it, and tells that of the last change instead.
 */
async function createFile(path: string, content: Content): Promise<string | null> {
  for (let tries = 0; tries < writes.max; tries += 1) {
    await writeFile(path, serialise(content));
    const { birthtimeNs, ctimeNs } = await stat(path, { bigint: true });
    if (birthtimeNs > 0n && birthtimeNs < ctimeNs) return String(birthtimeNs);
    await sleep(writes.pause);
  }
  return null;
}

/** Creates the mark anew under another name, so that a kill leaves the old one or the new one. */
async function replaceMark(dataDir: string, boot: string | null): Promise<void> {
  const [path, draft] = [join(dataDir, name), join(dataDir, `${name}.new`)];
  await rm(draft, { force: true });
  const created = await createFile(draft, { created: null, boot });
  await writeContent(draft, { created, boot });
  await rename(draft, path);
  await syncFolder(dataDir);
}

const serialise = (content: Content): string => `${JSON.stringify(content)}\n`;

async function writeContent(path: string, content: Content): Promise<void> {
  const file = await open(path, 'w', 0o600);
  try {
    await file.writeFile(serialise(content));
    await file.sync();
  } finally {
    await file.close();
  }
}
