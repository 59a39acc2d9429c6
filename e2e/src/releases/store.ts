import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { operate } from '@longhand/driver';
import { packFolder, packProgram, releaseFolder } from './archive.ts';
import { fillInterrupted, stopDatabase } from './interrupted.ts';

// npm run release-folder: stores a data folder and a backup of this version in e2e/releases/, which
// later versions have to open and to restore, and its program, which runs beside later versions.
const root = join(import.meta.dirname, '../../..');
const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as {
  version: string;
};
const target = releaseFolder(version);
await mkdir(dirname(target), { recursive: true });
// Refused if the version has a folder: what was released does not change.
await mkdir(target);
const scratch = await mkdtemp(join(tmpdir(), 'longhand-release-'));
await chmod(scratch, 0o711);
const dataDir = join(scratch, 'data');

try {
  const found = await fillInterrupted({ dataDir });
  await operate(['backup', join(target, 'backup.tar'), '--keys'], { DATA_DIR: dataDir });
  await stopDatabase(dataDir);
  await packFolder(dataDir, join(target, 'data.tar.zst'));
  await writeFile(join(target, 'contents.json'), `${JSON.stringify(found, null, 2)}\n`);
  await packProgram(root, join(target, 'program.tar.zst'));
  for (const name of ['data.tar.zst', 'backup.tar', 'contents.json', 'program.tar.zst'])
    process.stdout.write(`${join(target, name)}: ${(await stat(join(target, name))).size} bytes\n`);
} catch (error) {
  await rm(target, { recursive: true, force: true });
  throw error;
} finally {
  await stopDatabase(dataDir);
  await rm(scratch, { recursive: true, force: true });
}
