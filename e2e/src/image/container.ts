import { execFile, type ChildProcess } from 'node:child_process';
import { chown, mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@longhand/driver';
import type { Image } from './build-image.ts';
import { firstProcess, type Mount, startInside } from './root.ts';

const run = promisify(execFile);
const readyLine = /^Longhand is ready at (\S+)/m;

/** Options of a container. */
export type ContainerOptions = {
  /** Folder with the volumes, which are made if they are missing. */
  readonly folder: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Further folders. */
  readonly mounts?: readonly Mount[];
  readonly network?: boolean;
};

/** A running image: read-only root, no capabilities, volumes of its user. */
export type Container = {
  readonly url: string;
  /** Id of process 1, as seen from outside. */
  readonly pid: number;
  /**
   * Runs a command as the user of the image, and resolves with its output.
   *
   * @throws if its exit code is not 0
   */
  exec(args: readonly string[], env?: Readonly<Record<string, string>>): Promise<string>;
  /** Sends the stop signal of the image. Resolves with the exit code. */
  stop(): Promise<number | null>;
  /** Resolves with the exit code when the container has ended. */
  readonly ended: Promise<number | null>;
  /** Returns what the container has printed. */
  printed(): string;
};

/** Returns the folder of a volume, which belongs to the user of the image. */
async function volumeIn(folder: string, at: string, user: string): Promise<Mount> {
  const from = join(folder, at.replaceAll('/', '-'));
  await mkdir(from, { recursive: true });
  const [uid, gid] = user.split(':').map(Number);
  await chown(from, uid ?? 0, gid ?? 0);
  return { at, from };
}

/**
 * Resolves when a container has said that it is ready, with a function that returns what it has
 * printed.
 */
function untilReady(child: ChildProcess, ended: Promise<number | null>): Promise<() => string> {
  let output = '';
  return new Promise((resolve, reject) => {
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (chunk: Buffer) => {
        output += chunk.toString();
        if (readyLine.test(output)) resolve(() => output);
      });
    void ended.then((code) => reject(new Error(`ended with ${code} at its start:\n${output}`)));
  });
}

/**
 * Runs an image as a container engine would, and resolves when the server in it is ready.
 *
 * @throws if it ends before; the message has its output
 */
export async function startContainer(
  { layers, settings }: Image,
  options: ContainerOptions,
): Promise<Container> {
  const { user, folder, volumes, entrypoint, command, stopSignal } = settings;
  const port = await freePort();
  const env = { ...settings.env, ...options.env, PORT: String(port) };
  const own = await Promise.all(volumes.map((at) => volumeIn(options.folder, at, user)));
  const child = await startInside(
    {
      root: { layers, upper: null },
      mounts: [...own, { at: '/tmp', from: null }, ...(options.mounts ?? [])],
      user,
      folder,
      env,
      args: [...entrypoint, ...command],
      network: options.network ?? true,
    },
    await mkdtemp(join(options.folder, 'mounts-')),
  );
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)));
  const printed = await untilReady(child, ended);
  const pid = await firstProcess(child);
  const [uid, gid] = user.split(':');
  const enter = ['--target', String(pid), '--mount', '--pid', '--root', '-S', uid, '-G', gid];
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    ended,
    printed,
    async exec(args, more = {}) {
      const pairs = Object.entries({ ...env, ...more }).map((pair) => pair.join('='));
      const inside = ['env', '-i', '-C', folder, ...pairs, ...args];
      return (await run('nsenter', [...enter.map(String), ...inside])).stdout;
    },
    stop() {
      process.kill(pid, stopSignal as NodeJS.Signals);
      return ended;
    },
  };
}
