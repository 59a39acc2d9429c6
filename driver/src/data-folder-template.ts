import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { promisify } from 'node:util';

const root = join(import.meta.dirname, '../..');
const templates = join(root, 'node_modules/.cache/data-folders');
const execute = promisify(execFile);

/**
 * Hashes everything that determines a new data folder: the migrations, the code that creates a
 * cluster, and the installed packages.
 */
async function nameOfTemplate(): Promise<string> {
  const folder = join(root, 'apps/server/src/db');
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  const hash = createHash('sha256');
  for (const file of [join(root, 'package-lock.json'), ...files.toSorted()]) {
    hash.update(file.slice(root.length)).update(await readFile(file));
  }
  return hash.digest('hex').slice(0, 16);
}

/**
 * Copies a folder with owners, permissions and times. Uses `cp`, since `fs.cp` does not preserve
 * owners.
 */
async function copyFolder(from: string, to: string): Promise<void> {
  await execute('cp', ['-a', `${from}/.`, to]);
}

let template: Promise<string> | null = null;

async function findTemplate(make: () => Promise<string>): Promise<string> {
  const path = join(templates, await nameOfTemplate());
  if (!existsSync(path)) await storeTemplate(path, await make());
  return path;
}

/**
 * Moves the folder `made` to `path`, and removes templates of older states beside it. Folders whose
 * name starts with that of `path` stay: other processes may be creating or copying the same
 * template.
 */
export async function storeTemplate(path: string, made: string): Promise<void> {
  const folder = dirname(path);
  await mkdir(folder, { recursive: true });
  for (const other of await readdir(folder))
    if (!other.startsWith(basename(path)))
      await rm(join(folder, other), { recursive: true, force: true });
  const staged = `${path}-${process.pid}`;
  await mkdir(staged);
  await copyFolder(made, staged);
  await rm(made, { recursive: true, force: true });
  // If another process was faster, its template is identical.
  await rename(staged, path).catch(() => rm(staged, { recursive: true, force: true }));
}

/**
 * Fills an empty folder with the data of a product that was started once and shut down. Saves
 * creating the cluster and running the migrations, about 2 s of processor time each, in tests that
 * do not examine a first start.
 *
 * @param dataDir the empty folder
 * @param make starts the product once with a new folder, shuts it down, and returns the folder;
 *   called once per state of the migrations
 */
export async function fillDataFolder(dataDir: string, make: () => Promise<string>): Promise<void> {
  // Windows has no `cp -a`: every product initializes its own folder.
  if (process.platform === 'win32') return;
  template ??= findTemplate(make);
  await copyFolder(await template, dataDir);
}
