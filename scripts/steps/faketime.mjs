import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';
import { say } from './programs.mjs';

const library = '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1';

/**
 * Installs libfaketime for the tests with another clock, if this is Debian and the user is root.
 *
 * @param missing sentence that is printed if it cannot be installed
 */
export async function ensureFaketime(missing) {
  if (existsSync(library)) return;
  await installDebianPackages(['libfaketime']);
  if (!existsSync(library)) say(missing);
}
