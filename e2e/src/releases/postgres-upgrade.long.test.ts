import { execFile } from 'node:child_process';
import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { signIn, startProduct, type Product } from '@longhand/driver';
import { operate } from '../backup/operate.ts';
import { expectContents } from './expect-contents.ts';
import type { Contents } from './contents.ts';
import { fillInterrupted, stopDatabase } from './interrupted.ts';
import { createVersionWith } from './other-versions.ts';

let scratch: string;
let earlier: string;
let expected: Contents;

/** A data folder of a product that was killed and whose PostgreSQL is 17. */
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'longhand-postgres-'));
  await chmod(scratch, 0o711);
  earlier = await createVersionWith(join(scratch, 'earlier'), '17.10.0-beta.17');
  const dataDir = join(scratch, 'data');
  expected = await fillInterrupted({ dataDir, main: join(earlier, 'main.ts') });
  await stopDatabase(dataDir);
}, 600_000);
afterAll(() => rm(scratch, { recursive: true, force: true }));

/** Returns a copy of the data folder. */
async function copyOf(name: string): Promise<string> {
  const dataDir = join(scratch, name);
  await promisify(execFile)('cp', ['-a', join(scratch, 'data'), dataDir]);
  return dataDir;
}

const majorOf = async (dataDir: string, cluster = 'cluster'): Promise<string> =>
  (await readFile(join(dataDir, 'database', cluster, 'PG_VERSION'), 'utf8')).trim();

test('a start upgrades the cluster of an earlier PostgreSQL, and keeps it until this is confirmed', async () => {
  const dataDir = await copyOf('upgraded');
  expect(await majorOf(dataDir)).toBe('17');
  const product = await startProduct({ dataDir });
  onTestFinished(() => product.close());
  expect(product.errors()).toContain('upgraded from PostgreSQL 17 to 18');
  await expectContents(product, expected);
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

test.each(['upgrade-created', 'upgrade-copied', 'upgrade-kept', 'upgrade-swapped'])(
  'a kill at %s loses nothing: the next start begins again or completes the upgrade',
  async (point) => {
    const dataDir = await copyOf(point);
    const env = { KILL_AT: `${point}:1` };
    await expect(startProduct({ dataDir, env })).rejects.toThrow('SIGKILL');
    const product = await startProduct({ dataDir });
    onTestFinished(() => product.close());
    await expectContents(product, expected);
    expect(await readdir(join(dataDir, 'database'))).toEqual(['cluster', 'cluster-17']);
    expect(await readdir(dataDir)).not.toContain('socket.next');
  },
);

test('the backup before the upgrade leads back to the earlier version, with the text of the journal', async () => {
  const dataDir = await copyOf('back');
  await (await startProduct({ dataDir })).close();
  const main = join(earlier, 'main.ts');
  await expect(startProduct({ dataDir, main })).rejects.toThrow(
    'was created by PostgreSQL 18, but this version of Longhand has PostgreSQL 17',
  );
  const restored = join(scratch, 'restored');
  const backup = join(dataDir, 'upgrades/before-new-postgresql.tar');
  await operate(['restore', backup], { DATA_DIR: restored }, join(earlier, 'backup/command.ts'));
  await cp(join(dataDir, 'files'), join(restored, 'files'), { recursive: true });
  expect(await majorOf(restored)).toBe('17');
  const product = await startProduct({ dataDir: restored, main });
  onTestFinished(() => product.close());
  await expectContents(product, expected);
});

test('other commands do not upgrade, and name the one that does', async () => {
  const dataDir = await copyOf('commands');
  await expect(operate(['backup', join(scratch, 'a.tar')], { DATA_DIR: dataDir })).rejects.toThrow(
    'npm start upgrades it',
  );
  expect(await majorOf(dataDir)).toBe('17');
});
