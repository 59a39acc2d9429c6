import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTaskProcesses, type TaskProcesses } from './task-processes.ts';

/** A task of the test: what the process does, and with what. */
type Task = {
  readonly does: 'answer' | 'fail' | 'spin' | 'end' | 'list';
  readonly given?: unknown;
};
type Result = { readonly pid: number; readonly given?: unknown };

let folder: string;
let entry: URL;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'longhand-tasks-'));
  const path = join(folder, 'entry.ts');
  const serve = JSON.stringify(new URL('./task-process.ts', import.meta.url).href);
  await writeFile(
    path,
    `import { serveTasks } from ${serve};
    serveTasks(({ does, given }) => {
      if (does === 'fail') throw new RangeError('out of range');
      if (does === 'end') process.exit(0);
      for (const all = []; does === 'list'; ) all.push(all.concat(1));
      while (does === 'spin');
      return { pid: process.pid, given };
    });`,
  );
  entry = pathToFileURL(path);
});
afterAll(() => rm(folder, { recursive: true }));

const later = (): AbortSignal => AbortSignal.timeout(120_000);

function open(options: { idleFor?: number } = {}): TaskProcesses<Task, Result> {
  return createTaskProcesses({ entry, heap: 64, bytes: 500_000_000, idleFor: 60_000, ...options });
}

/** True while a process exists and is no zombie. */
const isAlive = async (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/stat`, 'utf8').then(
    (stat) => !/\) Z /.test(stat),
    () => false,
  );

test('tasks run in one process after another, and bytes and errors are passed as such', async () => {
  const processes = open();
  const bytes = new Uint8Array([1, 2, 3]);
  const first = await processes.run({ does: 'answer', given: { bytes, at: [null, 1] } }, later());
  expect(first.given).toEqual({ bytes, at: [null, 1] });
  expect(first.pid).not.toBe(process.pid);
  const failed = processes.run({ does: 'fail' }, later());
  await expect(failed).rejects.toThrow(new RangeError('out of range'));
  expect((await processes.run({ does: 'answer' }, later())).pid).toBe(first.pid);
  await processes.close();
});

test('large bytes are passed in pieces, wherever they are, and the task keeps its own', async () => {
  const processes = open();
  const large = (size: number): Uint8Array =>
    Uint8Array.from({ length: size }, (_, i) => (i * 2_654_435_761) >>> 13);
  const given = { list: [large(300_000), large(3), large(2_000_000)], one: large(262_144) };
  const task = { does: 'answer', given: large(1_000_000), ...given } as const;
  const copy = structuredClone(task);
  const { given: answered } = await processes.run({ does: 'answer', given: given.list }, later());
  expect(answered).toEqual(given.list);
  expect((await processes.run(task, later())).given).toEqual(task.given);
  expect(task).toEqual(copy);
  await processes.close();
});

test('tasks at the same time run in different processes', async () => {
  const processes = open();
  const all = await Promise.all([1, 2].map(() => processes.run({ does: 'answer' }, later())));
  expect(new Set(all.map(({ pid }) => pid)).size).toBe(2);
  await processes.close();
});

test.each([
  ['ends its process', { does: 'end' } as const],
  ['fills the heap', { does: 'list' } as const],
])('a task that %s is reported, and the next task gets another process', async (_, task) => {
  const processes = open();
  const { pid } = await processes.run({ does: 'answer' }, later());
  await expect(processes.run(task, later())).rejects.toMatchObject({ name: 'ProcessEnded' });
  expect((await processes.run({ does: 'answer' }, later())).pid).not.toBe(pid);
  await processes.close();
});

test('a task whose process was killed while idle runs in a new process', async () => {
  const processes = open();
  const { pid } = await processes.run({ does: 'answer' }, later());
  process.kill(pid, 'SIGKILL');
  expect((await processes.run({ does: 'answer' }, later())).pid).not.toBe(pid);
  await processes.close();
});

test('an aborted task ends with the reason of its signal, and its process is killed', async () => {
  const processes = open();
  const { pid } = await processes.run({ does: 'answer' }, later());
  const leave = new AbortController();
  const spun = processes.run({ does: 'spin' }, leave.signal);
  leave.abort(new Error('hung up'));
  await expect(spun).rejects.toThrow('hung up');
  await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false), { timeout: 30_000 });
  await expect(processes.run({ does: 'answer' }, leave.signal)).rejects.toThrow('hung up');
  await processes.close();
});

test('an idle process ends after a while', async () => {
  const processes = open({ idleFor: 1 });
  const { pid } = await processes.run({ does: 'answer' }, later());
  await vi.waitFor(async () => expect(await isAlive(pid)).toBe(false), { timeout: 30_000 });
  await processes.close();
});

test('signals of a terminal do not end a process, so that the server can use it to shut down', async () => {
  const processes = open();
  const { pid } = await processes.run({ does: 'answer' }, later());
  process.kill(pid, 'SIGINT');
  process.kill(pid, 'SIGTERM');
  expect((await processes.run({ does: 'answer' }, later())).pid).toBe(pid);
  await processes.close();
});

test('closing kills running tasks, which fail with a fault, as later ones do', async () => {
  const processes = open();
  const { pid } = await processes.run({ does: 'answer' }, later());
  const spun = processes.run({ does: 'spin' }, later()).catch((error: unknown) => error);
  await processes.close();
  expect(await spun).toMatchObject({ name: 'Fault', message: 'the server is going away' });
  expect(await isAlive(pid)).toBe(false);
  await expect(processes.run({ does: 'answer' }, later())).rejects.toMatchObject({ name: 'Fault' });
});
