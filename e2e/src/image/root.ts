import { spawn, type ChildProcess } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Folders that are read as one file system, the top one first. There are at least two, unless there
 * is an upper folder.
 */
export type Layers = readonly string[];

/** A file, a folder or a file system at a path of a root. */
export type Mount = {
  /** Absolute path within the root, which exists. */
  readonly at: string;
  /** Path outside of the root, layers to read, or null for a file system in memory (`tmpfs`). */
  readonly from: string | Layers | null;
};

/** File system of a process. */
export type Root = {
  readonly layers: Layers;
  /** Folder that receives what is written; null for a read-only root. */
  readonly upper: string | null;
};

/** A process in a root. */
export type Inside = {
  readonly root: Root;
  readonly mounts?: readonly Mount[];
  /** Numbers of the user and the group. Root (`0:0`) keeps its capabilities, others have none. */
  readonly user: string;
  readonly folder: string;
  readonly env: Readonly<Record<string, string>>;
  readonly args: readonly string[];
  /** False for a process without a network, also without that of the machine itself. */
  readonly network?: boolean;
};

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

const lines = (...all: readonly (readonly string[])[]): string =>
  all.map((words) => words.map(quoted).join(' ')).join('\n');

/** Arguments of `mount` for layers. Without an upper folder, they are read-only. */
function layerMount(layers: Layers, upper: readonly string[] = []): string[] {
  const options = [`lowerdir=${layers.join(':')}`, ...upper].join(',');
  return ['-t', 'overlay', 'overlay', '-o', options];
}

function mountOf({ from }: Mount): string[] {
  if (from === null) return ['-t', 'tmpfs', '-o', 'mode=1777', 'tmpfs'];
  return typeof from === 'string' ? ['--bind', from] : layerMount(from);
}

function mountLines({ root, mounts = [] }: Inside, at: string, work: string): string {
  const upper = root.upper === null ? [] : [`upperdir=${root.upper}`, `workdir=${work}`];
  return lines(
    ['mount', ...layerMount(root.layers, upper), at],
    ['mount', '-t', 'proc', 'proc', join(at, 'proc')],
    ['mount', '-t', 'tmpfs', 'tmpfs', join(at, 'dev/shm')],
    ...mounts.map((mount) => ['mount', ...mountOf(mount), join(at, mount.at)]),
  );
}

/** Arguments of `setpriv` for a user: without capabilities, and without a way to get them. */
function privileges(user: string): string[] {
  if (user === '0:0') return [];
  const [uid = '', gid = ''] = user.split(':');
  const none = ['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...none];
}

/**
 * Starts a process in a root, as process 1 of its own process namespace. Its mounts disappear with
 * it. Requires root.
 *
 * @param folder an empty folder for the mounts, which the process uses alone
 */
export async function startInside(inside: Inside, folder: string): Promise<ChildProcess> {
  const [at, work] = [join(folder, 'root'), join(folder, 'work')];
  for (const each of [at, work]) await mkdir(each, { recursive: true });
  const env = Object.entries(inside.env).map(([name, value]) => `${name}=${value}`);
  const command = [
    ...['exec', 'chroot', at, ...privileges(inside.user)],
    ...['env', '-i', '-C', inside.folder, ...env, ...inside.args],
  ];
  const script = `set -e\n${mountLines(inside, at, work)}\n${lines(command)}\n`;
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  if (inside.network === false) namespaces.push('--net');
  return spawn('unshare', [...namespaces, 'sh', '-c', script], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin' },
  });
}

/**
 * Runs a process in a root to its end. See {@link startInside}.
 *
 * @returns its output
 * @throws if its exit code is not 0; the message has the output
 */
export async function runInside(inside: Inside, folder: string): Promise<string> {
  const child = await startInside(inside, folder);
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (chunk: string) => (output += chunk));
  const code = await new Promise<number | null>((done) => child.once('close', done));
  if (code !== 0) throw new Error(`${inside.args.join(' ')} ended with ${code}:\n${output}`);
  return output;
}

/**
 * Returns the id of process 1 of a namespace, as seen from outside.
 *
 * @param child the process that {@link startInside} returned
 */
export async function firstProcess({ pid }: ChildProcess): Promise<number> {
  const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8');
  const first = Number(children.trim());
  if (!Number.isSafeInteger(first) || first <= 1) throw new Error('no process runs inside');
  return first;
}
