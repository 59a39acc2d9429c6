import { execFile } from 'node:child_process';
import { chown, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { constants, zstdCompress, zstdDecompress } from 'node:zlib';

const execute = promisify(execFile);
const bufferMax = 1024 ** 3;

/** Parts of a data folder that a later start cannot create. */
const parts = ['database', 'database.password', 'csrf.key', 'leave-mail.key', 'journal', 'files'];

/** Returns the folder with what is stored of a released version. */
export function releaseFolder(version: string): string {
  return join(import.meta.dirname, '../../releases', version);
}

/** Returns the versions of which something is stored. */
export const storedReleases = (): Promise<string[]> => readdir(dirname(releaseFolder('any')));

/** The strongest compression, with a window in which the databases of a cluster are compared. */
const compression = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 22,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};

/** Packs paths of a folder into a file. `options`: further options of tar. */
async function pack(
  folder: string,
  paths: readonly string[],
  file: string,
  options: readonly string[] = [],
): Promise<void> {
  const same = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0'];
  const { stdout } = await execute('tar', [...same, ...options, '-C', folder, '-c', ...paths], {
    encoding: 'buffer',
    maxBuffer: bufferMax,
  });
  await writeFile(file, await promisify(zstdCompress)(stdout, compression));
}

/** Unpacks a file of {@link pack} into a folder that does not exist yet. */
async function unpack(file: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o711 });
  const tar = `${folder}.unpacked.tar`;
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  await writeFile(tar, await promisify(zstdDecompress)(await readFile(file), { params }));
  await execute('tar', ['-C', folder, '--no-same-owner', '-p', '-xf', tar]);
}

/** Packs the data folder of a stopped installation into a file. */
export function packFolder(dataDir: string, file: string): Promise<void> {
  return pack(dataDir, parts, file);
}

/** Unpacks a data folder, and gives its database to the user that runs PostgreSQL for root. */
export async function unpackFolder(file: string, dataDir: string): Promise<void> {
  await unpack(file, dataDir);
  if (process.getuid?.() === 0) await giveAway(join(dataDir, 'database'));
}

/** Sources of the server, and of the pages' link with its driver. */
const sources = ['package.json', 'tsconfig.base.json', 'apps/server', 'packages', 'driver'];

/**
 * Packs the program of a version, without its tests and dependencies.
 *
 * @param root root of the repository of that version
 */
export function packProgram(root: string, file: string): Promise<void> {
  const without = ['node_modules', 'dist', '*.test.ts'].map((name) => `--exclude=${name}`);
  return pack(root, sources, file, without);
}

/** Unpacks a program of {@link packProgram} into a folder that does not exist yet. */
export function unpackProgram(file: string, folder: string): Promise<void> {
  return unpack(file, folder);
}

/** Owner of the database if root starts the product. */
const nobody = 65_534;

async function giveAway(path: string): Promise<void> {
  await chown(path, nobody, nobody);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveAway(join(path, name));
}
