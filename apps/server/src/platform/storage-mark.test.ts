import { cp, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readStorageMark, type Interruption } from './storage-mark.ts';

let home: string;
let folder: string;

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'longhand-mark-'));
  folder = await mkdtemp(join(home, 'data-'));
});

afterEach(() => rm(home, { recursive: true }));

const interruptionOf = async (data: string): Promise<Interruption | null> =>
  (await readStorageMark(data)).interruption;

/** Changes the id of the start of the machine in the mark, as if it had been another start. */
async function bootOtherwise(data: string): Promise<void> {
  const path = join(data, 'storage-mark.json');
  const content = JSON.parse(await readFile(path, 'utf8')) as { boot: string };
  expect(content.boot).toMatch(/^[\da-f-]{36}$/);
  await writeFile(path, JSON.stringify({ ...content, boot: 'another' }));
}

test('a new folder, one that is used again, and one that was moved have no interruption', async () => {
  expect(await interruptionOf(folder)).toBeNull();
  const mark = await readStorageMark(folder);
  await mark.begin();
  // Its process was killed.
  expect(await interruptionOf(folder)).toBeNull();
  await mark.end();
  expect(await interruptionOf(folder)).toBeNull();
  const moved = join(home, 'moved');
  await rename(folder, moved);
  expect(await interruptionOf(moved)).toBeNull();
});

test('a copy of a folder is noticed once', async () => {
  const mark = await readStorageMark(folder);
  await mark.begin();
  await mark.end();
  const copy = join(home, 'copy');
  await cp(folder, copy, { recursive: true, preserveTimestamps: true });
  const copied = await readStorageMark(copy);
  expect(copied.interruption).toBe('copied');
  await copied.begin();
  expect(await interruptionOf(copy)).toBeNull();
});

test('a stop of the machine is noticed if the folder was in use', async () => {
  const mark = await readStorageMark(folder);
  await mark.begin();
  await bootOtherwise(folder);
  const after = await readStorageMark(folder);
  expect(after.interruption).toBe('power');
  await after.begin();
  expect(await interruptionOf(folder)).toBeNull();
  await after.end();
  expect(JSON.parse(await readFile(join(folder, 'storage-mark.json'), 'utf8'))).toMatchObject({
    boot: null,
  });
});

test.each(['', '{', '[]x'])('a damaged mark (%j) counts as an interruption', async (content) => {
  await writeFile(join(folder, 'storage-mark.json'), content);
  expect(await interruptionOf(folder)).toBe('damaged');
});
