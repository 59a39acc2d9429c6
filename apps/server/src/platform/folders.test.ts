import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DataFolderError, openDataFolder } from './data-folder.ts';
import { readOrCreateSecret } from './secret-file.ts';

const made: string[] = [];
afterAll(() => Promise.all(made.map((folder) => rm(folder, { recursive: true }))));

async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-platform-'));
  made.push(folder);
  return folder;
}

test('the data folder is created with its parents, and stays empty', async () => {
  const folder = join(await newFolder(), 'a', 'b');
  await openDataFolder(folder);
  await openDataFolder(folder);
  expect(await readdir(folder)).toEqual([]);
});

test.each([
  [
    'its path is a file',
    async () => {
      const path = join(await newFolder(), 'file');
      await writeFile(path, '');
      return path;
    },
  ],
  [
    'its parent is a file',
    async () => {
      const path = join(await newFolder(), 'file');
      await writeFile(path, '');
      return join(path, 'data');
    },
  ],
  ['its file system allows no new folders', async () => '/proc/longhand'],
])('the error names the folder that is not writable: %s', async (_, makePath) => {
  const path = await makePath();
  await expect(openDataFolder(path)).rejects.toThrow(DataFolderError);
  await expect(openDataFolder(path)).rejects.toThrow(
    new RegExp(`^The data folder ${path} is not writable: .*\\. Set DATA_DIR`),
  );
});

test('a secret is created once, readable only by its owner, also for concurrent calls', async () => {
  const path = join(await newFolder(), 'key');
  const secrets = await Promise.all(Array.from({ length: 10 }, () => readOrCreateSecret(path)));
  expect(new Set(secrets).size).toBe(1);
  expect(secrets[0]).toMatch(/^[\w-]{43}$/);
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  expect(await readOrCreateSecret(path)).toBe(secrets[0]);
});
