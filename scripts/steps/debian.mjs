import { existsSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { run, say } from './programs.mjs';

/** Tries of an installation: a mirror may be out of reach for a moment. */
const tries = 3;

/** Pause between two tries (ms). */
const pauseMs = 15_000;

/**
 * Installs packages with apt-get, on Debian as root only. Tries three times, and prints the end of
 * the output of a try that failed.
 *
 * @param packages names of Debian packages
 * @returns true if the packages are installed
 */
export async function installDebianPackages(packages) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false;
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  for (let each = 1; each <= tries; each += 1) {
    say(`Installing ${packages.join(', ')} (apt-get install) …`);
    const update = await run('apt-get', ['update'], { env });
    const args = ['install', '-y', '--no-install-recommends', ...packages];
    const { code, output } = await run('apt-get', args, { env });
    if (code === 0) return true;
    say(`${update.output}${output}`.split('\n').slice(-20).join('\n'));
    if (each < tries) await pause(pauseMs);
  }
  return false;
}
