import { cp, readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { operate, signIn, startProduct, type Product } from '@longhand/driver';
import { checkContents } from './check-contents.ts';
import {
  createEarlierInstallation,
  killWhileUpgrading,
  upgradePoints,
  type EarlierInstallation,
} from './kills-at-start.ts';

let earlier: EarlierInstallation;
beforeAll(async () => {
  earlier = await createEarlierInstallation();
}, 600_000);
afterAll(() => earlier.remove());

const majorOf = async (dataDir: string, cluster = 'cluster'): Promise<string> =>
  (await readFile(join(dataDir, 'database', cluster, 'PG_VERSION'), 'utf8')).trim();

test('a start upgrades the cluster of an earlier PostgreSQL, and keeps it until this is confirmed', async () => {
  const dataDir = await earlier.copy('upgraded');
  expect(await majorOf(dataDir)).toBe('17');
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.close());
  expect(product.errors()).toContain('upgraded from PostgreSQL 17 to 18');
  await checkContents(product, earlier.contents);
  expect(await readdir(join(dataDir, 'database'))).toEqual(['cluster', 'cluster-17']);
  expect([await majorOf(dataDir), await majorOf(dataDir, 'cluster-17')]).toEqual(['18', '17']);
  await expectKept(product, [join(dataDir, 'database/cluster-17')]);

  await product.kill('SIGTERM');
  await product.start();
  expect(product.errors()).toContain('has kept the database as it was before');
  expect(await confirm(dataDir)).toContain('cluster-17 was removed');
  expect(await readdir(join(dataDir, 'database'))).toEqual(['cluster']);
  await expectKept(product, []);
  expect(await confirm(dataDir)).toContain('No upgrade has kept a database');
});

/** Expects that the administration names these paths of kept databases. */
async function expectKept(product: Product, paths: readonly string[]): Promise<void> {
  const ada = await signIn(product.url, 'ada');
  expect((await ada.call('getOverview', {})).database.kept).toEqual(paths);
}

const confirm = (dataDir: string): Promise<string> =>
  operate([], { DATA_DIR: dataDir }, join(server, 'confirm-upgrade.ts'));

const server = join(import.meta.dirname, '../../../apps/server/src');

test.each(upgradePoints)(
  'a kill at %s loses nothing: the next start begins again or completes the upgrade',
  async (point) => {
    expect(await killWhileUpgrading(earlier, `${point}:1`, null)).toBe(true);
  },
);

test('the backup before the upgrade leads back to the earlier version, with the text of the journal', async () => {
  const dataDir = await earlier.copy('back');
  await (await startProduct({ dataDir })).close();
  const main = join(earlier.sources, 'main.ts');
  await expect(startProduct({ dataDir, main })).rejects.toThrow(
    'was created by PostgreSQL 18, but this version of Longhand has PostgreSQL 17',
  );
  const restored = join(dirname(dataDir), 'restored');
  const backup = join(dataDir, 'upgrades/before-new-postgresql.tar');
  await operate(
    ['restore', backup],
    { DATA_DIR: restored },
    join(earlier.sources, 'backup/command.ts'),
  );
  await cp(join(dataDir, 'files'), join(restored, 'files'), { recursive: true });
  expect(await majorOf(restored)).toBe('17');
  const product = await startProduct({ dataDir: restored, main });
  onTestFinished(() => product.close());
  await checkContents(product, earlier.contents);
});

test('other commands do not upgrade, and name the one that does', async () => {
  const dataDir = await earlier.copy('commands');
  await expect(
    operate(['backup', join(dirname(dataDir), 'a.tar')], { DATA_DIR: dataDir }),
  ).rejects.toThrow('npm start upgrades it');
  expect(await majorOf(dataDir)).toBe('17');
});
