import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { isNodeError } from './node-error.ts';

/** The user that runs PostgreSQL; null for the user of this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

// `nobody` on Linux. It must be in /etc/passwd, otherwise initdb refuses.
const unprivileged = { uid: 65_534, gid: 65_534 };

/**
 * Chooses an unprivileged user if this process is root, because PostgreSQL refuses to run as root.
 * Returns the owner of an existing cluster, otherwise `nobody`. `clusterParent`: the folder that
 * contains the cluster.
 */
export async function chooseRunAs(clusterParent: string): Promise<RunAs> {
  if (process.getuid?.() !== 0) return null;
  try {
    const { uid, gid } = await stat(clusterParent);
    return uid === 0 ? unprivileged : { uid, gid };
  } catch (error) {
    if (isNodeError(error) && error.code === 'ENOENT') return unprivileged;
    throw error;
  }
}

// Only the variables PostgreSQL needs: PGPORT or PGDATA of the operator must not reach it.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/**
 * Starts a program of PostgreSQL as `runAs` in its own session, so that Ctrl-C in the terminal does
 * not reach it.
 */
export function spawnAs(
  runAs: RunAs,
  program: string,
  args: readonly string[],
  cwd: string,
  stdio: StdioOptions,
): ChildProcess {
  return spawn(program, args, { cwd, stdio, env: environment, detached: true, ...runAs });
}
