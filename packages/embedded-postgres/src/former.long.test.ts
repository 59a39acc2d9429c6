import { execFile } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { prepareFormer } from './former.ts';
import { choosePlace, type ClusterLocation } from './place.ts';

const program = {
  title: 'Longhand',
  name: 'longhand',
  dataFolderSetting: 'DATA_DIR',
  serverSetting: 'DATABASE_URL',
  upgradePage: 'docs/operations.md',
};

let base: string;
let place: ClusterLocation;
beforeAll(async () => {
  base = await mkdtemp(join(tmpdir(), 'longhand-former-'));
  await chmod(base, 0o755);
  const system = { data: join(base, 'lib'), cache: join(base, 'cache') };
  await mkdir(join(base, 'data'), { mode: 0o711 });
  place = await choosePlace(join(base, 'data'), program, system);
});
afterAll(() => rm(base, { recursive: true, force: true }));

test('npm refuses programs with another hash than the one in the source', async () => {
  const machine = `${process.platform}-${process.arch}`;
  const integrity = { [machine]: `sha512-${'A'.repeat(86)}==` };
  const programs = { 17: { version: '17.10.0-beta.17', integrity } };
  await expect(prepareFormer(place, 17, { programs })).rejects.toThrow('EINTEGRITY');
  expect(await readdir(place.cacheFolder)).toEqual([]);
});

test('installs the programs of an earlier major version into the cache, once', async () => {
  const { postgres, major } = await prepareFormer(place, 17);
  expect(major).toBe(17);
  const { stdout } = await promisify(execFile)(postgres, ['--version']);
  expect(stdout).toContain('PostgreSQL) 17');
  expect(await readdir(place.cacheFolder)).toEqual(['postgres-17.10.0-beta.17']);
  const again = await prepareFormer(place, 17, { npm: join(base, 'no-npm') });
  expect(again.postgres).toBe(postgres);
});
