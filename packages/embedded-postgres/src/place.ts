import { createHash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import {
  chmod,
  chown,
  link,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  realpath,
  rm,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { isNodeError } from './node-error.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Program } from './program.ts';
import { findBarrier } from './reach.ts';
import { chooseRunAs, type RunAs } from './run-as.ts';

/** System folders for persistent data and for caches of services. Only used by root. */
export type SystemFolders = { readonly data: string; readonly cache: string };

/**
 * Returns the system folders of a program. Source: Filesystem Hierarchy Standard 3.0, 5.8 and 5.5.
 */
export function systemFolders({ name }: Program): SystemFolders {
  return { data: `/var/lib/${name}`, cache: `/var/cache/${name}` };
}

/** Location and user of one cluster. All paths are absolute and resolved. */
export type ClusterLocation = {
  readonly program: Program;
  readonly dataDir: string;
  readonly runAs: RunAs;
  /** The data folder, or the system folder used instead of it. */
  readonly home: string;
  /** Folder that contains the cluster. It belongs to the user that runs PostgreSQL. */
  readonly parent: string;
  /** PGDATA of PostgreSQL. */
  readonly cluster: string;
  /** File for the standard error of PostgreSQL. */
  readonly logFile: string;
  readonly cacheFolder: string;
};

const pointerName = 'database.location';
const ownerName = 'belongs-to';

async function readLine(path: string): Promise<string | null> {
  try {
    return (await readFile(path, 'utf8')).trim();
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a file atomically and returns its content. Of two concurrent starts, the line of the first
 * one is used.
 */
async function writeLineOnce(path: string, line: string): Promise<string> {
  const draft = `${path}.${process.pid}`;
  await writeFile(draft, `${line}\n`, { flush: true });
  try {
    await link(draft, path);
    return line;
  } catch (error) {
    const first = isNodeError(error) && error.code === 'EEXIST' ? await readLine(path) : null;
    if (first === null) throw error;
    return first;
  } finally {
    await rm(draft, { force: true });
  }
}

/**
 * Checks that an external folder belongs to this data folder. A copy of the data folder must not
 * write into the same database.
 */
async function checkOwner(home: string, dataDir: string): Promise<void> {
  const owner = await readLine(join(home, ownerName));
  if (owner === dataDir) return;
  if (owner !== null && (await readLine(join(owner, pointerName))) === home) {
    throw new EmbeddedError(
      `The database in ${home} belongs to the data folder ${owner}, and ${dataDir} is a copy of it. Two data folders cannot ` +
        `share one database. Remove ${join(dataDir, pointerName)} to start with an empty database.`,
    );
  }
  // The data folder was moved.
  await rm(join(home, ownerName), { force: true });
  await writeLineOnce(join(home, ownerName), dataDir);
}

async function makeHomeElsewhere(
  dataDir: string,
  program: Program,
  system: SystemFolders,
): Promise<string> {
  const home = join(system.data, randomBytes(6).toString('hex'));
  try {
    await mkdir(home, { recursive: true });
    for (const folder of [system.data, home]) await chmod(folder, 0o755);
    await writeLineOnce(join(home, ownerName), dataDir);
  } catch (error) {
    throw new EmbeddedError(
      `PostgreSQL does not run as root. Its unprivileged user cannot access ${dataDir}, and ${system.data} is not writable. ` +
        `Set ${program.dataFolderSetting} to a folder that other users can access.`,
      { cause: error },
    );
  }
  const chosen = await writeLineOnce(join(dataDir, pointerName), home);
  if (chosen !== home) await rm(home, { recursive: true });
  return chosen;
}

function unreachable(parent: string, barrier: string): EmbeddedError {
  return new EmbeddedError(
    `PostgreSQL does not run as root, and the user that owns ${parent} cannot access ${barrier}. ` +
      `Allow it (chmod o+x ${barrier}) or move the data folder.`,
  );
}

async function chooseHome(
  dataDir: string,
  program: Program,
  system: SystemFolders,
): Promise<string> {
  const pointer = await readLine(join(dataDir, pointerName));
  if (pointer !== null) {
    await checkOwner(pointer, dataDir);
    return pointer;
  }
  const parent = join(dataDir, 'database');
  const barrier = await findBarrier(dataDir, await chooseRunAs(parent));
  if (barrier === null) return dataDir;
  if (existsSync(parent)) throw unreachable(parent, barrier);
  return makeHomeElsewhere(dataDir, program, system);
}

async function makeOwned(folder: string, runAs: RunAs): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    if (!isNodeError(error) || error.code !== 'EEXIST') throw error;
  }
  // Root owns it if it was just created, or if an earlier start ended before this line.
  if (runAs !== null && (await lstat(folder)).uid === 0) await chown(folder, runAs.uid, runAs.gid);
}

/**
 * Chooses the location of the cluster: normally the data folder. If only root can enter that and
 * PostgreSQL's user cannot (a clone below /root), uses the system folder. A file in the data folder
 * then contains the location.
 */
export async function choosePlace(
  dataDir: string,
  program: Program,
  system: SystemFolders = systemFolders(program),
): Promise<ClusterLocation> {
  const real = await realpath(dataDir);
  const home = await chooseHome(real, program, system);
  const parent = join(home, 'database');
  const runAs = await chooseRunAs(parent);
  await makeOwned(parent, runAs);
  return {
    program,
    dataDir: real,
    runAs,
    home,
    parent,
    cluster: join(parent, 'cluster'),
    logFile: join(real, 'database.log'),
    cacheFolder: runAs === null ? join(real, 'cache') : system.cache,
  };
}

// Socket paths are limited to 107 bytes on Linux and 103 on macOS. PostgreSQL appends
// "/.s.PGSQL.5432" and, for its lock, ".lock".
const longestSocketFolder = 80;

async function isOurs(folder: string, runAs: RunAs): Promise<boolean> {
  const stats = await lstat(folder);
  return (
    stats.isDirectory() &&
    stats.uid === (runAs?.uid ?? process.getuid?.()) &&
    (stats.mode & 0o077) === 0
  );
}

/**
 * Creates the folder of a server's socket. Only its user and root may enter, so that other users
 * of the machine cannot connect. It is in the data folder if the path is short enough, otherwise in
 * /tmp with a name derived from the cluster. `name`: the name in the data folder.
 */
export async function makeSocketFolder(place: ClusterLocation, name = 'socket'): Promise<string> {
  const near = join(place.home, name);
  const short = Buffer.byteLength(near) <= longestSocketFolder;
  const folder = short
    ? near
    : `/tmp/${place.program.name}-${createHash('sha256').update(place.cluster).digest('hex').slice(0, 12)}`;
  await makeOwned(folder, place.runAs);
  if (await isOurs(folder, place.runAs)) return folder;
  // Another user owns the name in /tmp.
  const other = await mkdtemp(`/tmp/${place.program.name}-`);
  if (place.runAs !== null) await chown(other, place.runAs.uid, place.runAs.gid);
  return other;
}
