import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';
import { say } from './programs.mjs';

const path = '/usr/sbin/debootstrap';

/**
 * Installs debootstrap for the test of the container image, if this is Debian and the user is root.
 * If it cannot be installed, prints that this test is skipped.
 */
export async function ensureDebootstrap() {
  if (existsSync(path)) return;
  await installDebianPackages(['debootstrap']);
  if (!existsSync(path))
    say(
      'The container image IS NOT TESTED in this run: debootstrap is not installed, and cannot be installed here.',
    );
}
