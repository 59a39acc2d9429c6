import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readdir, readlink } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { isNodeError } from './node-error.ts';

const pollMs = 15;

/**
 * True for a zombie, which Linux retains until its parent reads the exit status. In a container
 * whose first process does not do so, that is for ever.
 */
function isZombie(pid: number): boolean {
  try {
    return /\) [ZX] /.test(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  } catch (error) {
    if (isNodeError(error)) return false;
    throw error;
  }
}

/** True if a process with this id runs, for any user. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return !isZombie(pid);
  } catch (error) {
    return isNodeError(error) && error.code === 'EPERM';
  }
}

/** Sends a signal. Returns false if the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (isNodeError(error) && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Waits until a process has ended. Returns false after the timeout (ms). */
export async function waitUntilGone(pid: number, milliseconds: number): Promise<boolean> {
  const until = performance.now() + milliseconds;
  while (isAlive(pid)) {
    if (performance.now() > until) return false;
    await sleep(pollMs);
  }
  return true;
}

async function linkTarget(path: string): Promise<string | null> {
  try {
    return await readlink(path);
  } catch (error) {
    // The process has ended meanwhile, or belongs to another user.
    if (isNodeError(error)) return null;
    throw error;
  }
}

async function commandLine(pid: number): Promise<string> {
  try {
    return (await promisify(execFile)('/bin/ps', ['-ww', '-o', 'command=', '-p', String(pid)]))
      .stdout;
  } catch (error) {
    // There is no such process.
    if (error instanceof Error) return '';
    throw error;
  }
}

/**
 * True if a process is a PostgreSQL server of the folder `cluster`. The process id alone does not
 * suffice: it may belong to another program since.
 */
export async function isPostgresIn(cluster: string, pid: number): Promise<boolean> {
  if (process.platform !== 'linux') return (await commandLine(pid)).includes(`-D ${cluster} `);
  const [folder, program] = await Promise.all([
    linkTarget(`/proc/${pid}/cwd`),
    linkTarget(`/proc/${pid}/exe`),
  ]);
  // After an update, the program's name ends in " (deleted)".
  return folder === cluster && program !== null && basename(program).startsWith('postgres');
}

/**
 * Returns every PostgreSQL process of the folder `cluster`. Only Linux provides this; on other
 * systems the result is empty.
 */
export async function findPostgresIn(cluster: string): Promise<number[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const ours = await Promise.all(pids.map((pid) => isPostgresIn(cluster, pid)));
  return pids.filter((_, index) => ours[index] === true);
}
