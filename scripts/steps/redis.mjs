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
 * Installs Redis for the tests of several nodes, if this is Debian and the user is root. If it
 * cannot be installed, prints that these tests are skipped.
 */
export async function ensureRedis() {
  if (installed() !== undefined) return;
  await installDebianPackages(['redis-server']);
  if (installed() === undefined)
    say(
      'Nodes ARE NOT TESTED WITH REDIS in this run: it is not installed, and cannot be installed here.',
    );
}
