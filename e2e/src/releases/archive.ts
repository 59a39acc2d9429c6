import { execFile } from 'node:child_process';
import { chown, lstat, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
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

/** The strongest compression, with a window in which the databases of a cluster are compared. */
const compression = {
  params: {
    [constants.ZSTD_c_compressionLevel]: 22,
    [constants.ZSTD_c_windowLog]: 27,
    [constants.ZSTD_c_enableLongDistanceMatching]: 1,
  },
};

/** Packs the data folder of a stopped installation into a file. */
export async function packFolder(dataDir: string, file: string): Promise<void> {
  const args = ['--sort=name', '--mtime=@0', '--owner=0', '--group=0', '-C', dataDir, '-c'];
  const { stdout } = await execute('tar', [...args, ...parts], {
    encoding: 'buffer',
    maxBuffer: bufferMax,
  });
  await writeFile(file, await promisify(zstdCompress)(stdout, compression));
}

/** Unpacks a data folder, and gives its database to the user that runs PostgreSQL for root. */
export async function unpackFolder(file: string, dataDir: string): Promise<void> {
  await mkdir(dataDir, { mode: 0o711 });
  const tar = `${dataDir}.unpacked.tar`;
  const params = { [constants.ZSTD_d_windowLogMax]: 27 };
  await writeFile(tar, await promisify(zstdDecompress)(await readFile(file), { params }));
  await execute('tar', ['-C', dataDir, '--no-same-owner', '-p', '-xf', tar]);
  if (process.getuid?.() === 0) await giveAway(join(dataDir, 'database'));
}

/** Owner of the database if root starts the product. */
const nobody = 65_534;

async function giveAway(path: string): Promise<void> {
  await chown(path, nobody, nobody);
  if (!(await lstat(path)).isDirectory()) return;
  for (const name of await readdir(path)) await giveAway(join(path, name));
}
