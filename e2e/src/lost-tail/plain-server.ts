import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFile,
  chown,
  mkdir,
  readFile,
  readlink,
  rm,
  stat,
  writeFile,
} from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { databasePid, until } from '@longhand/driver';
import { startClusterDatabase } from '../nodes/database.ts';

/** A PostgreSQL that no process supervises, with a log from which replicas can be made. */
export type PlainServer = {
  /** Its address in the form of `DATABASE_URL`. */
  readonly url: string;
  /** Copies the running server, as a replica that receives nothing after this moment. */
  copy(): Promise<{ promote(): Promise<PlainServer> }>;
  /** Kills it. */
  kill(): Promise<void>;
};

/** Program, settings and user of a server. `url`: its address, with another socket. */
type Command = {
  readonly program: string;
  readonly settings: readonly string[];
  readonly uid: number;
  readonly gid: number;
  readonly url: URL;
};

const run = promisify(execFile);

/**
 * Starts a {@link PlainServer} with an empty database.
 *
 * @param folder folder for its data and those of its replicas
 */
export async function startPlainServer(folder: string): Promise<PlainServer> {
  const dataDir = join(folder, 'primary');
  const supervised = await startClusterDatabase(dataDir, () => undefined);
  const cluster = join(dataDir, 'database', 'cluster');
  const command = await commandOf(await databasePid(dataDir), cluster, new URL(supervised.url));
  await supervised.stop();
  return startIn(cluster, command);
}

/** Reads the command of a running server. Its settings have no log for replicas, the result has. */
async function commandOf(pid: number | null, cluster: string, url: URL): Promise<Command> {
  const given = (await readFile(`/proc/${pid}/cmdline`, 'utf8')).split('\0');
  const settings = given.filter((_, at) => given[at - 1] === '-c');
  const isReplaced = (each: string): boolean => /^(wal_level|unix_socket_directories)=/.test(each);
  const { uid, gid } = await stat(cluster);
  return {
    program: await readlink(`/proc/${pid}/exe`),
    settings: [...settings.filter((each) => !isReplaced(each)), 'wal_level=replica'],
    uid,
    gid,
    url,
  };
}

/** Starts a server on a cluster, with its socket beside it. */
async function startIn(cluster: string, command: Command): Promise<PlainServer> {
  const sockets = `${cluster}-socket`;
  await mkdir(sockets, { recursive: true });
  await chown(sockets, command.uid, command.gid);
  const settings = [...command.settings, `unix_socket_directories=${sockets}`];
  const args = ['-D', cluster, ...settings.flatMap((each) => ['-c', each])];
  const asOther = process.getuid?.() === 0 ? { uid: command.uid, gid: command.gid } : {};
  const env = { PATH: '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };
  const child = spawn(command.program, args, { cwd: cluster, stdio: 'ignore', env, ...asOther });
  const url = new URL(command.url);
  url.searchParams.set('host', sockets);
  await until('the server answers', () => isWritable(url.href), 60_000);
  return {
    url: url.href,
    copy: () => copyRunning(cluster, url, command),
    kill: () => end(child),
  };
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

async function withClient<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** True if a server answers, and is no replica. */
const isWritable = (url: string): Promise<boolean> =>
  withClient(url, async (client) => {
    const { rows } = await client.query<{ is: boolean }>('select not pg_is_in_recovery() as is');
    return rows[0]?.is === true;
  }).catch(() => false);

async function copyRunning(
  cluster: string,
  url: URL,
  command: Command,
): Promise<{ promote(): Promise<PlainServer> }> {
  const to = `${cluster}-replica`;
  const admin = new URL(url);
  admin.username = 'postgres';
  admin.pathname = '/postgres';
  await withClient(admin.href, async (client) => {
    await client.query("select pg_backup_start('replica', true)");
    await run('cp', ['-a', cluster, to]);
    const { rows } = await client.query<{ labelfile: string }>(
      'select labelfile from pg_backup_stop(false)',
    );
    await writeFile(join(to, 'backup_label'), rows[0]?.labelfile ?? '');
    // The end of the log, without which the copy is not consistent.
    await run('cp', ['-a', `${cluster}/pg_wal`, to]);
  });
  await rm(join(to, 'postmaster.pid'));
  await writeFile(join(to, 'recovery.signal'), '');
  await appendFile(join(to, 'postgresql.auto.conf'), "restore_command = 'false'\n");
  for (const name of ['backup_label', 'recovery.signal'])
    await chown(join(to, name), command.uid, command.gid);
  // Recovery ends where the copy ends, and begins a new timeline.
  return { promote: () => startIn(to, command) };
}
