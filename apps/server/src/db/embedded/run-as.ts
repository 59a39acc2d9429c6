import { spawn, type ChildProcess, type StdioOptions } from 'node:child_process';
import { stat } from 'node:fs/promises';
import { isNodeError } from '../../platform/node-error.ts';

/** The user under which PostgreSQL runs; null for the one that runs this process. */
export type RunAs = { readonly uid: number; readonly gid: number } | null;

// `nobody` on Linux. It has to be in /etc/passwd, or initdb refuses.
const unprivileged = { uid: 65_534, gid: 65_534 };

/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged user: the owner of the cluster, if there is one
 * already, else `nobody`. `clusterParent` is the folder that holds the cluster.
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

// Only what PostgreSQL needs: variables such as PGPORT or PGDATA of the person who starts Longhand must not reach it.
const environment = { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Starts a program of PostgreSQL under `runAs`, in a session of its own, so that Ctrl-C in the terminal does not reach it. */
export function spawnAs(runAs: RunAs, program: string, args: readonly string[], cwd: string, stdio: StdioOptions): ChildProcess {
  return spawn(program, args, { cwd, stdio, env: environment, detached: true, ...runAs });
}
