import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from './log.ts';
import { isListening } from './listening.ts';
import { isNodeError } from './node-error.ts';
import type { Binaries } from './binaries.ts';
import { alreadyRunning, EmbeddedError } from './embedded-error.ts';
import { pidFilePath, readPidFile } from './pid-file.ts';
import type { ClusterLocation } from './place.ts';
import { findPostgresIn, isAlive, isPostgresIn, signal, waitUntilGone } from './processes.ts';
import { spawnAs } from './run-as.ts';
import { serverSettings } from './server-settings.ts';

/** A ready PostgreSQL server. `exited` resolves when it ends, for any reason. */
export type Postmaster = { readonly pid: number; readonly exited: Promise<void> };

const pollMs = 15;
const orphansGoneMs = 30_000;
const fastStopMs = 6_000;
const immediateStopMs = 2_000;
const socketName = '.s.PGSQL.5432';
const socketLock = `${socketName}.lock`;
/** Time within which the last process of a killed server has closed its socket (ms). */
const socketClosedMs = 2_000;
const logFileMax = 4 * 1024 * 1024;

async function sizeOf(path: string): Promise<number> {
  try {
    return (await stat(path)).size;
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return 0;
    throw error;
  }
}

/**
 * Starts the program. Its output goes to a file, because it may outlive this process. Returns the
 * child and the file offset of its output.
 */
async function launch(
  place: ClusterLocation,
  binaries: Binaries,
  socketFolder: string,
): Promise<{ child: ChildProcess; from: number }> {
  if ((await sizeOf(place.logFile)) > logFileMax) await rename(place.logFile, `${place.logFile}.1`);
  const from = await sizeOf(place.logFile);
  const file = await open(place.logFile, 'a', 0o600);
  try {
    const settings = Object.entries(serverSettings(socketFolder, binaries.major)).flatMap(
      ([name, value]) => ['-c', `${name}=${value}`],
    );
    const args = ['-D', place.cluster, ...settings];
    const child = spawnAs(place.runAs, binaries.postgres, args, place.parent, [
      'ignore',
      file.fd,
      file.fd,
    ]);
    await once(child, 'spawn');
    return { child, from };
  } finally {
    await file.close();
  }
}

async function waitUntilReady(
  place: ClusterLocation,
  child: ChildProcess,
  log: Logger,
): Promise<boolean> {
  const began = performance.now();
  let told = false;
  while (child.exitCode === null && child.signalCode === null) {
    const file = await readPidFile(place.cluster);
    if (file?.pid === child.pid && file?.isReady) return true;
    if (!told && performance.now() - began > 3_000) {
      told = true;
      log.warn('The database is still starting: it is recovering after an unclean shutdown');
    }
    await sleep(pollMs);
  }
  return false;
}

async function words(place: ClusterLocation, from: number): Promise<string> {
  return (await readFile(place.logFile)).subarray(from).toString('utf8').trim();
}

/**
 * Removes a stale `postmaster.pid` or socket lock, whose process id now belongs to another program
 * or a zombie. Otherwise PostgreSQL would refuse to start for ever. The socket folder is exclusive
 * to this data folder, so its files are ours.
 */
async function removeStaleLocks(
  place: ClusterLocation,
  socketFolder: string,
): Promise<'removed' | 'in use' | 'orphans'> {
  const file = await readPidFile(place.cluster);
  if (file !== null && isAlive(file.pid) && (await isPostgresIn(place.cluster, file.pid)))
    return 'in use';
  // Without the file, PostgreSQL could not detect processes that still use its memory.
  if ((await findPostgresIn(place.cluster)).length > 0) return 'orphans';
  for (const path of [pidFilePath(place.cluster), join(socketFolder, socketLock)])
    await rm(path, { force: true });
  return 'removed';
}

/** Waits until no process listens on a socket. Returns false after a timeout. */
async function waitUntilUnused(socket: string): Promise<boolean> {
  const until = performance.now() + socketClosedMs;
  while (await isListening(socket)) {
    if (performance.now() > until) return false;
    await sleep(pollMs);
  }
  return true;
}

async function endOrphans(place: ClusterLocation, log: Logger): Promise<void> {
  log.warn('Processes of a killed database are still running; ending them');
  for (const pid of await findPostgresIn(place.cluster)) signal(pid, 'SIGQUIT');
  await sleep(100);
}

/** Checks that a line of the log contains `first` followed by `then`. */
function isSaid(log: string, first: string, then: string): boolean {
  return log
    .split('\n')
    .some((line) => line.includes(first) && line.lastIndexOf(then) > line.indexOf(first));
}

/**
 * Starts PostgreSQL and resolves when it is ready. Ends processes of a killed predecessor first,
 * because the new server must not start while they hold its memory. Throws {@link EmbeddedError},
 * or `AlreadyRunning` if another process was faster.
 */
export async function startPostmaster(
  place: ClusterLocation,
  binaries: Binaries,
  socketFolder: string,
  log: Logger,
): Promise<Postmaster> {
  const until = performance.now() + orphansGoneMs;
  for (;;) {
    // A server of another container: PostgreSQL would take its lock files for stale ones.
    if (!(await waitUntilUnused(join(socketFolder, socketName))))
      throw alreadyRunning(place.program, place.dataDir);
    const { child, from } = await launch(place, binaries, socketFolder);
    const exited = once(child, 'exit').then(() => undefined);
    if (child.pid !== undefined && (await waitUntilReady(place, child, log)))
      return { pid: child.pid, exited };
    const reason = await words(place, from);
    if (isSaid(reason, 'shared memory block', 'is still in use') && performance.now() < until) {
      await endOrphans(place, log);
    } else if (
      isSaid(reason, 'lock file "', '" already exists') ||
      isSaid(reason, 'lock file "', '" is empty')
    ) {
      const found = await removeStaleLocks(place, socketFolder);
      if (found === 'in use' || performance.now() > until)
        throw alreadyRunning(place.program, place.dataDir);
      if (found === 'orphans') await endOrphans(place, log);
    } else {
      throw new EmbeddedError(
        `The database did not start. ${reason.split('\n').slice(-3).join(' · ')} (${place.logFile})`,
      );
    }
  }
}

/**
 * Stops PostgreSQL: ends its sessions and writes all data. After a timeout it is stopped at once;
 * committed data is safe.
 */
export async function stopPostmaster(pid: number, log: Logger): Promise<void> {
  if (!signal(pid, 'SIGINT') || (await waitUntilGone(pid, fastStopMs))) return;
  log.warn('The database takes long to stop; stopping it immediately. Stored data is not lost');
  if (!signal(pid, 'SIGQUIT') || (await waitUntilGone(pid, immediateStopMs))) return;
  log.error({ pid }, 'The database does not stop');
}
