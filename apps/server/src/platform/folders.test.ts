import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataFolderError, openDataFolder } from './data-folder.ts';
import { keepSecret } from './secret-file.ts';

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-platform-'));
  made.push(folder);
  return folder;
}

test('the data folder is made, with those above it, and left empty', async () => {
  const folder = join(await newFolder(), 'a', 'b');
  await openDataFolder(folder);
  await openDataFolder(folder);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [
    'a file in its place',
    async () => {
      const path = join(await newFolder(), 'file');
      await writeFile(path, '');
      return path;
    },
  ],
  [
    'a file on the way to it',
    async () => {
      const path = join(await newFolder(), 'file');
      await writeFile(path, '');
      return join(path, 'data');
    },
  ],
  ['a file system that takes no folders', async () => '/proc/longhand'],
])('says which folder cannot be written and why: %s', async (_, makePath) => {
  const path = await makePath();
  await expect(openDataFolder(path)).rejects.toThrow(DataFolderError);
  await expect(openDataFolder(path)).rejects.toThrow(
    new RegExp(`^The data folder ${path} is not writable: .*\\. Set DATA_DIR`),
  );
});

test('a secret is made once, only its owner can read it, and ten who ask at once get the same', async () => {
  const path = join(await newFolder(), 'key');
  const secrets = await Promise.all(Array.from({ length: 10 }, () => keepSecret(path)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await keepSecret(path)).toBe(secrets[0]);
});
