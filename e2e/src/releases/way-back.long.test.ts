import { chmod, cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { operate, startProduct, until } from '@longhand/driver';
import { p } from './blocks.ts';
import { readContents } from './contents.ts';
import { fillInstallation, openLastText } from './installation.ts';
import { createNextVersion } from './other-versions.ts';

let scratch: string;
let next: string;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'longhand-way-back-'));
  await chmod(scratch, 0o711);
  next = await createNextVersion(join(scratch, 'next'), {
    name: '9999-later.sql',
    sql: 'alter table documents drop column status; create table later (a int);',
  });
});
afterAll(() => rm(scratch, { recursive: true, force: true }));

test('the backup that a start makes before it migrates leads back to the version before, as documented', async () => {
  const dataDir = join(scratch, 'data');
  const before = await startProduct({ dataDir });
  onTestFinished(() => before.close());
  await fillInstallation(before);
  await before.kill('SIGTERM');
  await before.start();
  const expected = await readContents(before);
  const page = await openLastText(before);
  onTestFinished(() => page.close());
  await before.kill('SIGTERM');

  const port = Number(new URL(before.url).port);
  const upgraded = await startProduct({ dataDir, main: next }, port);
  onTestFinished(() => upgraded.close());
  const backup = join(dataDir, 'upgrades/before-9999-later.tar');
  expect(upgraded.errors()).toContain(backup);
  expect(await readdir(join(dataDir, 'upgrades'))).toEqual(['before-9999-later.tar']);
  await page.write(({ content = [], ...doc }) => ({ ...doc, content: [...content, p('Later.')] }));
  await upgraded.close();

  await expect(startProduct({ dataDir })).rejects.toThrow('is newer than this version of Longhand');

  const restored = join(scratch, 'restored');
  await operate(['restore', backup], { DATA_DIR: restored });
  await cp(join(dataDir, 'files'), join(restored, 'files'), { recursive: true });
  const back = await startProduct({ dataDir: restored });
  onTestFinished(() => back.close());
  expect(await readContents(back)).toEqual(expected);
  expect(await readFile(join(restored, 'csrf.key'))).toEqual(
    await readFile(join(dataDir, 'csrf.key')),
  );
  await back.kill('SIGTERM');
  const again = await startProduct({ dataDir: restored }, port);
  onTestFinished(() => again.close());
  await until('the open page brings its text back', async () =>
    Object.values((await readContents(again)).documents).some(({ text }) =>
      text.endsWith('\nLater.'),
    ),
  );
});

test('a start without room for the backup migrates nothing, and the setting turns the backup off', async () => {
  const dataDir = join(scratch, 'full');
  const before = await startProduct({ dataDir });
  await before.close();
  const env = { MIN_FREE_BYTES: String(2 ** 50) };
  await expect(startProduct({ dataDir, main: next, env })).rejects.toThrow(
    'The backup before the upgrade failed, and nothing was changed',
  );
  expect(await readdir(join(dataDir, 'upgrades'))).toEqual([]);
  await (await startProduct({ dataDir })).close();
  const off = { BACKUP_BEFORE_UPGRADE: 'off' };
  await (await startProduct({ dataDir, main: next, env: off })).close();
  expect(await readdir(join(dataDir, 'upgrades'))).toEqual([]);
});
