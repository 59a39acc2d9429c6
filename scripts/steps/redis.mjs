import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { installDebianPackages } from './debian.mjs';
import { say } from './programs.mjs';

const names = ['redis-server', 'valkey-server'];

function installed() {
  const folders = (process.env.PATH ?? '').split(delimiter).concat('/usr/bin');
  return folders.flatMap((folder) => names.map((name) => join(folder, name))).find(existsSync);
}

/**
 * Installs Redis for several nodes, if this is Debian and the user is root.
 *
 * @param missing sentence that is printed if Redis cannot be installed
 */
export async function ensureRedis(missing) {
  if (installed() !== undefined) return;
  await installDebianPackages(['redis-server']);
  if (installed() === undefined) say(missing);
}
