import { existsSync } from 'node:fs';
import { run, say } from './programs.mjs';

const path = '/usr/share/java/epubcheck.jar';

/**
 * Installs epubcheck for the test of the EPUB export, if this is Debian and the user is root. It
 * has 25 packages with Java and takes less than a minute. If it cannot be installed, prints that
 * this test is skipped.
 */
export async function ensureEpubcheck() {
  if (existsSync(path)) return path;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing epubcheck (apt-get install epubcheck) …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'epubcheck', 'default-jre-headless'],
      { env },
    );
  }
  if (existsSync(path)) return path;
  say(
    'EPUB files ARE NOT VALIDATED in this run: epubcheck is not installed, and cannot be installed here.',
  );
  return null;
}
