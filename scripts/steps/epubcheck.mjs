import { existsSync } from 'node:fs';
import { installDebianPackages } from './debian.mjs';
import { say } from './programs.mjs';

const path = '/usr/share/java/epubcheck.jar';

/**
 * Installs epubcheck for the test of the EPUB export, if this is Debian and the user is root. It
 * has 25 packages with Java and takes less than a minute. If it cannot be installed, prints that
 * this test is skipped.
 */
export async function ensureEpubcheck() {
  if (existsSync(path)) return path;
  await installDebianPackages(['epubcheck', 'default-jre-headless']);
  if (existsSync(path)) return path;
  say(
    'EPUB files ARE NOT VALIDATED in this run: epubcheck is not installed, and cannot be installed here.',
  );
  return null;
}
