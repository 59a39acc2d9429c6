import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  realpath,
  rename,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import type { Layers } from './root.ts';

const run = promisify(execFile);

/**
 * Returns a folder with a minimal Debian, which has the packages of the image `debian:NAME-slim`.
 * It is kept in the folder for temporary files, and is made by `debootstrap` if it is missing.
 *
 * @param suite name of the version, such as `bookworm`
 */
async function debian(suite: string): Promise<string> {
  const folder = join(tmpdir(), `longhand-debian-${suite}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  try {
    await run('debootstrap', ['--variant=minbase', suite, draft], { maxBuffer: 1e8 });
    await chmod(draft, 0o755);
    // Container engines provide this file.
    await writeFile(join(draft, 'etc/hosts'), '127.0.0.1 localhost\n');
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}

/** Returns the folder of the npm on the search path, outside of this repository. */
async function findNpm(root: string): Promise<string> {
  const folders = (process.env['PATH'] ?? '').split(':').filter((each) => !each.startsWith(root));
  const found = folders.map((each) => join(each, 'npm')).find((each) => existsSync(each));
  if (found === undefined) throw new Error('npm is not on the search path');
  return dirname(dirname(await realpath(found)));
}

/**
 * Makes a layer with Node and npm at the places of the image `node`. Node is that of the packages
 * of this repository, npm that of the machine.
 */
async function node(version: string, root: string, layer: string): Promise<void> {
  const brought = join(root, `node_modules/node-linux-${process.arch}/bin/node`);
  const { stdout } = await run(brought, ['--version']);
  if (stdout.trim() !== `v${version}`)
    throw new Error(`the image has Node ${version}, and package-lock.json ${stdout.trim()}`);
  const [bin, modules] = ['usr/local/bin', 'usr/local/lib/node_modules'];
  for (const each of [bin, modules]) await mkdir(join(layer, each), { recursive: true });
  await cp(brought, join(layer, bin, 'node'));
  await cp(await findNpm(root), join(layer, modules, 'npm'), {
    recursive: true,
    verbatimSymlinks: true,
  });
  await symlink('../lib/node_modules/npm/bin/npm-cli.js', join(layer, bin, 'npm'));
}

/**
 * Returns the layers of an image that a Dockerfile names in place of the image itself.
 *
 * @param image name and tag of an official image, `debian:SUITE-slim` or `node:VERSION-SUITE-slim`
 * @param root folder of the repository
 * @param layer path of a folder that receives a layer, if one has to be made
 * @throws if the image is another one, or if its Node is not that of `package-lock.json`
 */
export async function layersOf(image: string, root: string, layer: string): Promise<Layers> {
  const [, , version, suite] = /^(debian:|node:([\d.]+)-)(\w+)-slim$/.exec(image) ?? [];
  if (suite === undefined) throw new Error(`the image ${image} is not known here`);
  const below = await debian(suite);
  if (version === undefined) return [below];
  if (!existsSync(layer) || (await readdir(layer)).length === 0) await node(version, root, layer);
  return [layer, below];
}
