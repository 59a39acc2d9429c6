import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { storeTemplate } from './data-folder-template.ts';

const folders: string[] = [];
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true, force: true });
});

/** Creates a folder that contains one file. */
async function folderWith(name: string): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prepared-'));
  folders.push(folder);
  await writeFile(join(folder, name), 'x');
  return folder;
}

test('a process that prepares an existing template keeps the existing one and deletes outdated templates', async () => {
  const templates = await folderWith('older');
  const path = join(templates, 'now');
  await storeTemplate(path, await folderWith('a'));
  await mkdir(`${path}-1`);
  await storeTemplate(path, await folderWith('a'));
  expect((await readdir(templates)).toSorted()).toEqual(['now', 'now-1']);
  expect(existsSync(join(path, 'a'))).toBe(true);
});
