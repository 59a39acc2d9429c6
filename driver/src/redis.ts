import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { until } from './live.ts';
import { freePort } from './product.ts';

/** A Redis or Valkey server as a separate process, without data on disk. */
export type Redis = {
  /** `redis://127.0.0.1:port`; the same after every start. */
  readonly url: string;
  readonly port: number;
  /** Id of the current process. */
  readonly pid: number;
  /** Resolves when the process has ended. */
  ended(): Promise<void>;
  /** Sends a signal. Resolves when the process has ended, if the signal ends it. */
  signal(signal: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void>;
  /** Starts it again after it was killed. */
  start(): Promise<void>;
  close(): Promise<void>;
};

/** Returns the path of an installed Redis or Valkey; null if there is none. */
export function findRedis(): string | null {
  const folders = (process.env['PATH'] ?? '').split(delimiter).concat('/usr/bin');
  const paths = folders.flatMap((folder) =>
    ['redis-server', 'valkey-server'].map((name) => join(folder, name)),
  );
  return paths.find((path) => existsSync(path)) ?? null;
}

/**
 * Starts a {@link Redis} on a free port.
 *
 * @throws if none is installed, see {@link findRedis}
 */
export async function startRedis(): Promise<Redis> {
  const program = findRedis();
  if (program === null) throw new Error('There is no Redis on this machine');
  const port = await freePort();
  let child: ChildProcess;
  let exit: Promise<unknown>;

  async function start(): Promise<void> {
    const options = [
      '--port',
      String(port),
      '--bind',
      '127.0.0.1',
      '--save',
      '',
      '--daemonize',
      'no',
    ];
    child = spawn(program ?? '', options, { stdio: 'ignore' });
    exit = once(child, 'exit');
    await until('Redis listens', () => isListening(port), 30_000);
  }

  async function signal(name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): Promise<void> {
    child.kill(name);
    if (name === 'SIGKILL') await exit;
  }

  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    get pid() {
      return child.pid ?? 0;
    },
    ended: async () => void (await exit),
    signal,
    start,
    close: () => signal('SIGKILL'),
  };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
