import { chmod, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { findPackage, prepareBinaries } from './binaries.ts';
import { EmbeddedError } from './embedded-error.ts';
import { prepareFormer } from './former.ts';
import { removeKept } from './kept.ts';
import { openEmbedded } from './open.ts';
import { choosePlace, type ClusterLocation } from './place.ts';
import type { Upgrade } from './upgrade.ts';

const program = {
  title: 'Longhand',
  name: 'longhand',
  dataFolderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};
const log = { debug: () => undefined, warn: () => undefined, error: () => undefined };
const isRoot = process.getuid?.() === 0;
const unprivileged = { uid: 65_534, gid: 65_534 };

let base: string;
let place: ClusterLocation;
beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'longhand-upgrade-'));
  await chmod(base, 0o755);
  const system = { data: join(base, 'lib'), cache: join(base, 'cache') };
  await mkdir(join(base, 'data'), { mode: 0o711 });
  place = await choosePlace(join(base, 'data'), program, system);
});
afterEach(() => rm(base, { recursive: true, force: true }));

/** Creates a folder that looks like a cluster of a major version. */
async function createFolder(name: string, major: number): Promise<void> {
  await mkdir(join(place.parent, name));
  await writeFile(join(place.parent, name, 'PG_VERSION'), `${major}\n`);
}

const upgradeWith = (spareBytes: number): Upgrade => ({
  copy: () => Promise.reject(new Error('not called')),
  spareBytes,
  onStep: () => undefined,
});

/** Returns the message with which the folder is refused. */
async function refusal(upgrade: Upgrade | null): Promise<string> {
  const opened = openEmbedded({
    ...{ program, dataDir: place.dataDir, password: 'a password', log },
    onLost: () => undefined,
    system: { data: join(base, 'lib'), cache: join(base, 'cache') },
    ...(upgrade && { upgrade }),
  });
  const error = await opened.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(EmbeddedError);
  return (error as Error).message;
}

test('refuses a cluster of a later major version, and leaves it', async () => {
  await createFolder('cluster', 99);
  expect(await refusal(upgradeWith(0))).toContain(
    'was created by PostgreSQL 99, but this version of Longhand has PostgreSQL 18. ' +
      'Start the version of Longhand that created it, or a later one.',
  );
  expect(await readdir(place.parent)).toEqual(['cluster']);
});

test('refuses a cluster of an earlier one without an upgrade, and from an unknown one', async () => {
  await createFolder('cluster', 9);
  expect(await refusal(null)).toContain('npm start upgrades it');
  expect(await refusal(upgradeWith(0))).toContain('from which this version of Longhand cannot');
});

test('does not begin without room on the disk', async () => {
  await createFolder('cluster', 17);
  expect(await refusal(upgradeWith(2 ** 60))).toMatch(/\d+ MB of free space are needed/);
  expect(await readdir(place.parent)).toEqual(['cluster']);
});

test('replaces no kept cluster, and creates no empty one beside it', async () => {
  await createFolder('cluster', 17);
  await createFolder('cluster-17', 17);
  expect(await refusal(upgradeWith(0))).toContain('was kept by an earlier upgrade');
  await expect(removeKept(place)).rejects.toThrow('there is no upgraded database beside it');
  await rm(join(place.parent, 'cluster'), { recursive: true });
  expect(await refusal(upgradeWith(0))).toContain('There is no database');
  await expect(removeKept(place)).rejects.toThrow('there is no upgraded database beside it');
  expect(await readdir(place.parent)).toEqual(['cluster-17']);
});

test('names the reason and the way without them if the earlier programs cannot be installed', async () => {
  const missing = prepareFormer(place, 17, { npm: join(base, 'no-npm') });
  await expect(missing).rejects.toThrow('npm was not found.');
  await expect(missing).rejects.toThrow('make a backup with the version of Longhand that created');
  expect(await readdir(place.cacheFolder)).toEqual([]);
});

test('the programs of the installed package have its major version', async () => {
  const folder = await findPackage(program);
  const { major } = await prepareBinaries(folder, isRoot ? unprivileged : null, join(base, 'c'));
  expect(major).toBe(18);
});
