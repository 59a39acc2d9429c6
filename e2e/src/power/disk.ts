import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@longhand/driver';

const run = promisify(execFile);

/**
 * A disk whose power can be cut: a file system in a file. Data that is not synced is in memory
 * only, and a copy of the file lacks it.
 */
export type PowerCutDisk = {
  /** Path of the mount point. */
  readonly folder: string;
  /** Writes pending data to the disk, as happens with time. */
  flush(): Promise<void>;
  /** Copies the content of the disk at this moment, while no process writes. */
  cut(): Promise<void>;
  /**
   * Replaces the disk by the copy, as after a start of the machine. No process may use the folder.
   */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

/** Size of the file system in bytes. A database cluster takes about 100 MB of it. */
const size = 1_073_741_824;

/**
 * Commit interval of the file system (s). With the default of 5 s, data that was not synced could
 * reach the disk by chance.
 */
const commitEvery = 300;

/** Time limit for the last process to leave the disk: a database may still write to it (ms). */
const unusedWithin = 240_000;

/**
 * Creates a {@link PowerCutDisk}. Needs root, `mkfs.ext4` and loop devices.
 * @throws if one of them is missing
 */
export async function createPowerCutDisk(): Promise<PowerCutDisk> {
  const home = await mkdtemp(join(tmpdir(), 'longhand-power-'));
  const [image, copy, folder] = [join(home, 'image'), join(home, 'copy'), join(home, 'disk')];
  const mount = () => run('mount', ['-o', `loop,commit=${commitEvery}`, image, folder]);
  const unmount = () =>
    until(
      'the disk is used by nobody',
      () =>
        run('umount', [folder]).then(
          () => true,
          () => false,
        ),
      unusedWithin,
    );
  try {
    await run('chmod', ['755', home]);
    await run('truncate', ['-s', String(size), image]);
    await run('mkfs.ext4', ['-q', '-F', image]);
    await mkdir(folder);
    await mount();
  } catch (error) {
    await rm(home, { recursive: true, force: true });
    throw error;
  }
  return {
    folder,
    flush: async () => void (await run('sync', ['-f', folder])),
    // A copy by `copyFile` of Node did not end on a busy machine.
    cut: async () => void (await run('cp', ['--reflink=auto', image, copy])),
    async restart() {
      await unmount();
      await rm(image);
      await run('mv', [copy, image]);
      await mount();
    },
    async remove() {
      await unmount();
      await rm(home, { recursive: true, force: true });
    },
  };
}

/** Returns the reason why this machine cannot create a {@link PowerCutDisk}; null if it can. */
export async function findUnsupportedReason(): Promise<string | null> {
  try {
    const disk = await createPowerCutDisk();
    await disk.remove();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/**
 * True if a copy of the disk holds synced data and lacks data that was not synced. Otherwise a test
 * with it would prove nothing.
 */
export async function losesUnsyncedData(disk: PowerCutDisk): Promise<boolean> {
  const [synced, unsynced] = [join(disk.folder, 'synced'), join(disk.folder, 'loose')];
  await writeFile(synced, 'kept', { flush: true });
  await writeFile(unsynced, 'gone');
  await disk.cut();
  await disk.restart();
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  return (await read(synced)) === 'kept' && (await read(unsynced)) === '';
}

/**
 * Stops processes with all their descendants, also those that are started meanwhile. A process that
 * ends meanwhile is left out.
 *
 * @returns the ids of the stopped processes
 */
export async function stopAll(roots: readonly number[]): Promise<number[]> {
  const stopped = new Set<number>();
  for (;;) {
    const trees = await Promise.all(roots.map(processTreeOf));
    const others = trees.flat().filter((pid) => pid > 0 && !stopped.has(pid));
    if (others.length === 0) return [...stopped];
    for (const pid of others) {
      signalIfThere(pid, 'SIGSTOP');
      stopped.add(pid);
    }
  }
}

/** Sends a signal to a process, unless it has ended. */
export function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Returns the ids of a process and all its descendants, from the parent ids in `/proc`. */
export async function processTreeOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The program name, in parentheses, may contain any character.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const tree = [pid];
  for (const member of tree)
    for (const [child, parent] of parents) if (parent === member) tree.push(child);
  return tree;
}
