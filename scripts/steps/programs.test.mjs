import { expect, test } from 'vitest';
import { run } from './programs.mjs';

test('a program that takes longer than it may is ended, and has failed', async () => {
  const { code } = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { minutes: 0.005 });
  expect(code).not.toBe(0);
});

test('a program that ends in time keeps its exit code and what it printed', async () => {
  const { code, output } = await run(process.execPath, ['-e', 'console.log("done"); process.exitCode = 3'], { minutes: 1 });
  expect([code, output.trim()]).toEqual([3, 'done']);
});
