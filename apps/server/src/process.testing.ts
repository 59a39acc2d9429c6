import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from './testing/until.ts';
import { promisify } from 'node:util';
import { isAlive } from '@longhand/embedded-postgres';

/** A Longhand in its own process. */
export type Running = {
  readonly child: ChildProcess;
  readonly pid: number;
  /** Output so far. */
  readonly said: { out: string; err: string };
  /** Resolves when the process has ended and all output was received. */
  readonly ended: Promise<{ code: number | null; signal: NodeJS.Signals | null }>;
};

/** Options that differ from the default start. `through`: a command that runs the process. */
export type StartOptions = {
  env?: Record<string, string>;
  user?: { uid: number; gid: number };
  through?: readonly string[];
};

const main = join(import.meta.dirname, 'main.ts');
/** Compile cache of the repository's commands, which speeds up later starts. */
const compiled = join(import.meta.dirname, '../../../node_modules/.cache/compiled');

/** Starts a process on a data folder and a free port. */
export function startProcess(
  dataDir: string,
  { env = {}, user, through = [] }: StartOptions = {},
): Running {
  const [program = process.execPath, ...args] = [...through, process.execPath, main];
  const child = spawn(program, args, {
    env: { PORT: '0', DATA_DIR: dataDir, NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...user,
  });
  const said = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.out += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.err += text));
  const ended = new Promise<Awaited<Running['ended']>>((done) => {
    child.on('close', (code, signal) => done({ code, signal }));
  });
  return { child, pid: child.pid ?? 0, said, ended };
}

/** Time limit of a start: far more than a busy machine needs (ms). */
const startMax = 120_000;

/**
 * Waits until the process prints its address.
 *
 * @throws with its output if it ends before, or is not ready after two minutes
 */
export async function addressOf({ said, child }: Running): Promise<string> {
  const end = performance.now() + startMax;
  for (;;) {
    const address = /ready at (http:\S+)/.exec(said.out)?.[1];
    if (address !== undefined) return address;
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`It ended before it was ready: ${said.err}`);
    if (performance.now() > end) throw new Error(`It is not ready: ${said.out}${said.err}`);
    await sleep(20);
  }
}

/** True if the server at `address` reaches its database. */
export async function isReady(address: string): Promise<boolean> {
  return (await fetch(`${address}/readyz`)).status === 200;
}

/** Returns the process id of the PostgreSQL server of a data folder. */
export async function postmasterOf(dataDir: string): Promise<number> {
  const line = (await readFile(join(dataDir, 'database/cluster/postmaster.pid'), 'utf8')).split(
    '\n',
  )[0];
  return Number(line);
}

/** Creates a folder that PostgreSQL's user can enter. Returns it with a function to remove it. */
export async function newFolder(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'longhand-process-'));
  await chmod(folder, 0o755);
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/**
 * Fills a data folder with a copy of one from an orderly shutdown, including owners and
 * permissions.
 */
export async function fillFrom(template: string, dataDir: string): Promise<void> {
  await promisify(execFile)('cp', ['-a', template, dataDir]);
}

/** Ends processes that a test may have left, and the PostgreSQL server of their data folder. */
export async function clear(running: readonly Running[], dataDir: string): Promise<void> {
  for (const { child, ended } of running) {
    child.kill('SIGTERM');
    await ended;
  }
  const left = await postmasterOf(dataDir).catch(() => 0);
  if (left === 0 || !isAlive(left)) return;
  process.kill(left, 'SIGQUIT');
  await until(() => !isAlive(left));
}
