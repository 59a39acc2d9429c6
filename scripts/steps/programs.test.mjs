import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { becomeAgain, run } from './programs.mjs';

test('a program that takes longer than it may is ended, and has failed', async () => {
  const { code } = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    minutes: 0.005,
  });
  expect(code).not.toBe(0);
});

test('a program that ends in time keeps its exit code and what it printed', async () => {
  const { code, output } = await run(
    process.execPath,
    ['-e', 'console.log("done"); process.exitCode = 3'],
    { minutes: 1 },
  );
  expect([code, output.trim()]).toEqual([3, 'done']);
});

test.each([
  [
    'by itself because it answered nobody',
    "if (starts < 3) process.kill(process.pid, 'SIGABRT'); else process.exit(3);",
    3,
    3,
  ],
  ['in any other way', 'process.exit(1);', 1, 1],
  ['killed by somebody', "process.kill(process.pid, 'SIGKILL');", 1, 1],
])('a product that ended %s is started anew where that helps', async (_how, does, code, times) => {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-start-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const [program, counted] = [join(folder, 'program.mjs'), join(folder, 'starts')];
  const count = `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(counted)}, '.');
    const starts = readFileSync(${JSON.stringify(counted)}).length;`;
  await writeFile(program, `${count}\n${does}\nsetInterval(() => undefined, 1_000);\n`);
  expect(await becomeAgain(process.execPath, [program])).toBe(code);
  expect((await readFile(counted)).length).toBe(times);
});
