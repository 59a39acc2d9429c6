import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { becomeAgain, run } from './programs.mjs';

test('a program above its time limit is ended and fails', async () => {
  const { code } = await run(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
    minutes: 0.005,
  });
  expect(code).not.toBe(0);
});

test('a program that exits in time keeps its exit code and output', async () => {
  const { code, output } = await run(
    process.execPath,
    ['-e', 'console.log("done"); process.exitCode = 3'],
    { minutes: 1 },
  );
  expect([code, output.trim()]).toEqual([3, 'done']);
});

test.each([
  [
    'with SIGABRT because it had stopped responding',
    "if (starts < 3) process.kill(process.pid, 'SIGABRT'); else process.exit(3);",
    3,
    3,
  ],
  ['with an exit code', 'process.exit(1);', 1, 1],
  ['with SIGKILL', "process.kill(process.pid, 'SIGKILL');", 1, 1],
])(
  'a product that ended %s is restarted only if it had stopped responding',
  async (_how, does, code, times) => {
    const folder = await mkdtemp(join(tmpdir(), 'longhand-start-'));
    onTestFinished(() => rm(folder, { recursive: true }));
    const [program, counted] = [join(folder, 'program.mjs'), join(folder, 'starts')];
    const count = `import { appendFileSync, readFileSync } from 'node:fs';
    appendFileSync(${JSON.stringify(counted)}, '.');
    const starts = readFileSync(${JSON.stringify(counted)}).length;`;
    await writeFile(program, `${count}\n${does}\nsetInterval(() => undefined, 1_000);\n`);
    expect(await becomeAgain(process.execPath, [program])).toBe(code);
    expect((await readFile(counted)).length).toBe(times);
  },
);
