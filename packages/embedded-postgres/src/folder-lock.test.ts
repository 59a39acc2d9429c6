import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const root = await mkdtemp(join(tmpdir(), 'folder-lock-'));
afterAll(() => rm(root, { recursive: true }));

const script = join(root, 'hold.ts');
await writeFile(
  script,
  `import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))};
   process.send?.((await lockFolder(process.argv[2])) !== null);
   setInterval(() => undefined, 1_000);`,
);

test('holds a folder once, until it is released', async () => {
  const folder = join(root, 'a'.repeat(120));
  await mkdir(folder);
  const lock = await lockFolder(folder);
  expect(lock).not.toBeNull();
  expect(await lockFolder(folder)).toBeNull();
  await lock?.release();
  const next = await lockFolder(folder);
  expect(next).not.toBeNull();
  await next?.release();
});

/** Starts a process that tries to hold a folder, and tells whether it does. */
async function startHolder(folder: string): Promise<{ holder: ChildProcess; holds: boolean }> {
  const holder = fork(script, [folder]);
  const [holds] = (await once(holder, 'message')) as [boolean];
  return { holder, holds };
}

async function killed(holder: ChildProcess): Promise<void> {
  holder.kill('SIGKILL');
  await once(holder, 'exit');
}

test('holds a folder while the process is stopped, and not after it was killed', async () => {
  const folder = join(root, 'other');
  await mkdir(folder);
  const { holder, holds } = await startHolder(folder);
  expect(holds).toBe(true);
  holder.kill('SIGSTOP');
  expect(await lockFolder(folder)).toBeNull();
  await killed(holder);
  const next = await lockFolder(folder);
  expect(next).not.toBeNull();
  await next?.release();
  expect(await readdir(folder)).toEqual([]);
});

test('gives the folder of a killed process to one of several that start at the same time', async () => {
  const folder = join(root, 'several');
  await mkdir(folder);
  for (let round = 0; round < 10; round += 1) {
    const attempts = await Promise.all(Array.from({ length: 8 }, () => lockFolder(folder)));
    const held = attempts.filter((lock) => lock !== null);
    expect(held).toHaveLength(1);
    await held[0]?.release();
    await killed((await startHolder(folder)).holder);
  }
});

test('finds a live socket that was renamed, and removes one that is unused', async () => {
  const folder = join(root, 'renamed');
  await mkdir(folder);
  const { holder, holds } = await startHolder(folder);
  expect(holds).toBe(true);
  // As left by a process that took the socket for an unused one, and was killed.
  await rename(join(folder, 'lock'), join(folder, 'lock-1-replaced'));
  expect(await lockFolder(folder)).toBeNull();
  expect(await readdir(folder)).toEqual(['lock']);
  await rename(join(folder, 'lock'), join(folder, 'lock-1-replaced'));
  await killed(holder);
  const next = await lockFolder(folder);
  expect(next).not.toBeNull();
  expect(await readdir(folder)).toEqual(['lock']);
  await next?.release();
});
