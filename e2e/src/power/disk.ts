import { execFile } from 'node:child_process';
import { copyFile, constants, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { until } from '@longhand/driver';

const run = promisify(execFile);

/** A disk whose power can be cut: a file system in a file. What is not synced lies in memory alone, and a copy of the file lacks it. */
export type CutDisk = {
  /** Where it is mounted. */
  readonly folder: string;
  /** Puts on the disk what is on its way there, as time would. */
  settle(): Promise<void>;
  /** Copies what the disk holds at this moment, while nothing writes. */
  cut(): Promise<void>;
  /** Puts the copy in the place of the disk, as after a start of the machine. Nobody may use the folder. */
  restart(): Promise<void>;
  remove(): Promise<void>;
};

/** Bytes of the file system: a cluster takes about 100 MB of it. */
const size = 1_073_741_824;

/**
 * Seconds between two commits of the file system that nobody asked for. With the usual five, words that were not synced could reach the
 * disk by chance.
 */
const commitEvery = 300;

/** Makes a {@link CutDisk}. Needs root, `mkfs.ext4` and loop devices: rejects where one is missing. */
export async function makeCutDisk(): Promise<CutDisk> {
  const home = await mkdtemp(join(tmpdir(), 'longhand-power-'));
  const [image, copy, folder] = [join(home, 'image'), join(home, 'copy'), join(home, 'disk')];
  const mount = () => run('mount', ['-o', `loop,commit=${commitEvery}`, image, folder]);
  const unmount = () =>
    until('the disk is used by nobody', () =>
      run('umount', [folder]).then(
        () => true,
        () => false,
      ),
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
    settle: async () => void (await run('sync', ['-f', folder])),
    cut: () => copyFile(image, copy, constants.COPYFILE_FICLONE),
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

/** Why this machine has no {@link CutDisk}; null where it has. */
export async function whyNoCutDisk(): Promise<string | null> {
  try {
    const disk = await makeCutDisk();
    await disk.remove();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message.trim() : String(error);
  }
}

/** Whether a copy of the disk holds what was synced and lacks what was not: else a test with it would prove nothing. */
export async function losesWhatIsNotSynced(disk: CutDisk): Promise<boolean> {
  const [synced, loose] = [join(disk.folder, 'synced'), join(disk.folder, 'loose')];
  await writeFile(synced, 'kept', { flush: true });
  await writeFile(loose, 'gone');
  await disk.cut();
  await disk.restart();
  const read = (path: string) => readFile(path, 'utf8').catch(() => '');
  return (await read(synced)) === 'kept' && (await read(loose)) === '';
}

/** A process and everything that it has started, by the parents that the system names. */
export async function familyOf(pid: number): Promise<number[]> {
  const parents = new Map<number, number>();
  for (const name of await readdir('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const stat = await readFile(`/proc/${name}/stat`, 'utf8').catch(() => '');
    // The name of the program, in brackets, may hold anything.
    const [, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (parent !== undefined) parents.set(Number(name), Number(parent));
  }
  const family = [pid];
  for (const member of family) for (const [child, parent] of parents) if (parent === member) family.push(child);
  return family;
}
