import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** True on Debian and its derivatives, as root, where {@link unpackedPackage} works. */
export const hasDebianPackages =
  process.getuid?.() === 0 && existsSync('/usr/bin/apt-get') && existsSync('/usr/bin/dpkg');

/**
 * Downloads a Debian package and unpacks it without installing it. It is kept in the folder for
 * temporary files.
 *
 * @param name name of a package whose dependencies are installed
 * @returns the folder that stands for the root of its files
 */
export async function unpackedPackage(name: string): Promise<string> {
  const folder = join(tmpdir(), `longhand-package-${name}`);
  if (existsSync(folder)) return folder;
  const draft = await mkdtemp(`${folder}-`);
  try {
    // The user of apt's downloads writes into it.
    await chmod(draft, 0o755);
    await run('apt-get', ['update']);
    await run('apt-get', ['download', name], { cwd: draft });
    const archive = (await readdir(draft)).find((file) => file.endsWith('.deb')) ?? '';
    await run('dpkg', ['-x', archive, '.'], { cwd: draft });
    await rm(join(draft, archive));
    await rename(draft, folder);
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
  return folder;
}
