import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

/**
 * Returns the process id of the database of a data folder, or null if none runs. The database is in
 * the folder, or in the folder that `database.location` names.
 */
export async function databasePid(dataDir: string): Promise<number | null> {
  const file = await readFile(
    join(await homeOf(dataDir), 'database', 'cluster', 'postmaster.pid'),
    'utf8',
  ).catch(() => null);
  return file === null ? null : Number(file.split('\n', 1)[0]);
}

/** Kills the database of a data folder with SIGKILL, like a crash. */
export async function killDatabase(dataDir: string): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid !== null && Number.isSafeInteger(pid) && pid > 1) process.kill(pid, 'SIGKILL');
}

/**
 * Sends a signal to every process of the database of a data folder, which must run. With `SIGSTOP`
 * the database neither responds nor fails until `SIGCONT`, as under a lock or on a hanging disk.
 */
export async function signalDatabase(
  dataDir: string,
  signal: 'SIGSTOP' | 'SIGCONT' | 'SIGKILL',
): Promise<void> {
  const pid = await databasePid(dataDir);
  if (pid === null) throw new Error(`no database runs on ${dataDir}`);
  const { stdout } = await promisify(execFile)('ps', ['-o', 'pid=', '--ppid', String(pid)]);
  for (const each of [pid, ...stdout.trim().split(/\s+/).map(Number)]) process.kill(each, signal);
}

/** Connection options of `pg` for the product's own database. */
export type DatabaseAddress = {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly database: string;
  readonly password: string;
};

/**
 * Returns the address of the running database of a data folder, with the role that the product
 * uses. Rejects if none runs.
 */
export async function databaseAddress(dataDir: string): Promise<DatabaseAddress> {
  const file = await readFile(
    join(await homeOf(dataDir), 'database', 'cluster', 'postmaster.pid'),
    'utf8',
  );
  // Lines of the file: process, data folder, start, port, socket folder.
  const [, , , port = '', host = ''] = file.split('\n');
  const password = (await readFile(join(dataDir, 'database.password'), 'utf8')).trim();
  return { host, port: Number(port), user: 'longhand', database: 'longhand', password };
}

async function homeOf(dataDir: string): Promise<string> {
  return (await readFile(join(dataDir, 'database.location'), 'utf8').catch(() => dataDir)).trim();
}
