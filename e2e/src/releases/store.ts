import { chmod, mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { databasePid, signalDatabase, startProduct, until } from '@longhand/driver';
import { operate } from '../backup/operate.ts';
import { packFolder, releaseFolder } from './archive.ts';
import { readContents, type Contents } from './contents.ts';
import { fillInstallation, openLastText, writeLastWords } from './installation.ts';

// npm run release-folder: stores a data folder and a backup of this version in e2e/releases/, which
// later versions have to open and to restore.
const { version } = JSON.parse(
  await readFile(join(import.meta.dirname, '../../../package.json'), 'utf8'),
) as { version: string };
const target = releaseFolder(version);
await mkdir(dirname(target), { recursive: true });
// Refused if the version has a folder: what was released does not change.
await mkdir(target);
const scratch = await mkdtemp(join(tmpdir(), 'longhand-release-'));
await chmod(scratch, 0o711);
const dataDir = join(scratch, 'data');

/** Fills the data folder. Kills the product when its journal has text that its database lacks. */
async function fillFolder(): Promise<Contents> {
  const product = await startProduct({ dataDir });
  try {
    await fillInstallation(product);
    await product.kill('SIGTERM');
    await product.start();
    const found = await readContents(product);
    const text = await openLastText(product);
    // A stopped database stores nothing, and the journal acknowledges.
    await signalDatabase(dataDir, 'SIGSTOP');
    await writeLastWords(text);
    text.close();
    return found;
  } finally {
    await product.kill('SIGKILL');
    await signalDatabase(dataDir, 'SIGCONT');
  }
}

/** Stops the database of a product that was killed, and waits until it has ended. */
async function stopDatabase(): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid === null) return;
  process.kill(pid, 'SIGINT');
  await until('the database is stopped', async () => (await databasePid(dataDir)) === null);
}

try {
  const found = await fillFolder();
  await operate(['backup', join(target, 'backup.tar'), '--keys'], { DATA_DIR: dataDir });
  await stopDatabase();
  await packFolder(dataDir, join(target, 'data.tar.zst'));
  await writeFile(join(target, 'contents.json'), `${JSON.stringify(found, null, 2)}\n`);
  for (const name of ['data.tar.zst', 'backup.tar', 'contents.json'])
    process.stdout.write(`${join(target, name)}: ${(await stat(join(target, name))).size} bytes\n`);
} catch (error) {
  await rm(target, { recursive: true, force: true });
  throw error;
} finally {
  await stopDatabase();
  await rm(scratch, { recursive: true, force: true });
}
