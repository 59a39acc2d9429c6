import { existsSync } from 'node:fs';
import { run, say } from './programs.mjs';

const path = '/usr/share/java/epubcheck.jar';

/**
 * Installs epubcheck, which the test of the EPUB export runs, where this is root's Debian: 25 packages with Java, less than a minute. Where
 * it cannot be had, a line says that this test is left out.
 */
export async function ensureEpubcheck() {
  if (existsSync(path)) return path;
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    say('Installing epubcheck (apt-get install epubcheck) …');
    const env = { DEBIAN_FRONTEND: 'noninteractive' };
    await run('apt-get', ['update'], { env });
    await run('apt-get', ['install', '-y', '--no-install-recommends', 'epubcheck', 'default-jre-headless'], { env });
  }
  if (existsSync(path)) return path;
  say('EPUB files ARE NOT VALIDATED in this run: epubcheck is not installed, and cannot be installed here.');
  return null;
}
