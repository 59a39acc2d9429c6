import { mkdir, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Fault } from '../platform/fault.ts';
import { openFolder } from './folder.ts';
import type { Files } from './files.ts';
import { holdsForFiles } from './files.rules.ts';

let folder: string;
let files: Files;
beforeAll(async () => {
  folder = join(await mkdtemp(join(tmpdir(), 'longhand-files-')), 'files');
  files = await openFolder(folder, Date.now());
});
afterAll(() => rm(join(folder, '..'), { recursive: true }));

describe('the file store in a folder', () => {
  holdsForFiles(
    () => files,
    () => readdir(join(folder, 'incoming')),
  );
});

const key = '0192f0c1-7a00-7000-8000-0123456789ab';
async function* one() {
  yield Buffer.from('x');
}

test('stored files are accessible only to the owner of the process', async () => {
  await files.put(key, one());
  expect((await stat(join(folder, 'ab', key))).mode & 0o077).toBe(0);
  expect((await stat(join(folder, 'ab'))).mode & 0o077).toBe(0);
});

test('opening the folder removes incomplete uploads older than a day, and keeps recent ones', async () => {
  const [old, fresh] = [join(folder, 'incoming', 'old'), join(folder, 'incoming', 'fresh')];
  for (const path of [old, fresh]) await writeFile(path, 'half');
  const twoDaysAgo = new Date(Date.now() - 2 * 86_400_000);
  await utimes(old, twoDaysAgo, twoDaysAgo);
  await openFolder(folder, Date.now());
  expect(await readdir(join(folder, 'incoming'))).toEqual(['fresh']);
  await rm(fresh);
});

test('a failing disk is reported as a fault', async () => {
  const broken = await openFolder(join(folder, 'broken'), Date.now());
  await rm(join(folder, 'broken'), { recursive: true });
  await expect(broken.put(key, one())).rejects.toThrow(Fault);
  await mkdir(join(folder, 'blocked', 'incoming'), { recursive: true });
  await writeFile(join(folder, 'blocked', 'ab'), 'a file where a folder should be');
  const blocked = await openFolder(join(folder, 'blocked'), Date.now());
  await expect(blocked.put(key, one())).rejects.toThrow(Fault);
  expect(await readdir(join(folder, 'blocked', 'incoming'))).toEqual([]);
});
