import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { lockFolder } from './folder-lock.ts';

const root = await mkdtemp(join(tmpdir(), 'folder-lock-'));
afterAll(() => rm(root, { recursive: true }));

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

test('holds a folder while the process stands still, and not after it was killed', async () => {
  const folder = join(root, 'other');
  await mkdir(folder);
  const script = join(root, 'hold.ts');
  await writeFile(
    script,
    `import { lockFolder } from ${JSON.stringify(import.meta.resolve('./folder-lock.ts'))};
     process.send?.((await lockFolder(${JSON.stringify(folder)})) !== null);
     setInterval(() => undefined, 1_000);`,
  );
  const holder = fork(script);
  expect(await once(holder, 'message')).toContain(true);
  holder.kill('SIGSTOP');
  expect(await lockFolder(folder)).toBeNull();
  holder.kill('SIGKILL');
  await once(holder, 'exit');
  const next = await lockFolder(folder);
  expect(next).not.toBeNull();
  await next?.release();
});
