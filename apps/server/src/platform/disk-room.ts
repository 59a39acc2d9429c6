import { statfs } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import type { Log } from './log.ts';
import { refuse } from './refusal.ts';

/** Asks a file system how many blocks are free for this user, and how large a block is. */
export type AskFileSystem = (path: string) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** Tells whether the disk has room for anything new, above the floor that is kept free. */
export type DiskRoom = {
  /** Answers from the disk, or from the last answer where that is less than a second old. */
  has(): Promise<boolean>;
  /** Answers from the last answer, and asks the disk for the next call where that is a second old. */
  hadLately(): boolean;
};

/** The milliseconds for which an answer of the file system holds. */
const holdsFor = 1_000;

/** Makes the {@link DiskRoom} of the file system that holds `path`. A `floor` of 0 bytes never asks. */
export function createDiskRoom(options: {
  path: string;
  floor: number;
  clock: Clock;
  log: Pick<Log, 'warn' | 'error'>;
  ask?: AskFileSystem | undefined;
}): DiskRoom {
  const { path, floor, clock, log, ask = statfs } = options;
  let last = { has: true, at: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;

  /** A file system that gives no answer refuses nobody anything: the database reports a full disk itself. */
  async function look(): Promise<boolean> {
    let has = true;
    try {
      const { bavail, bsize } = await ask(path);
      const free = bavail * bsize;
      has = free >= floor;
      if (!has && last.has) log.error({ free, floor }, 'the disk is almost full: nothing new is taken until there is room');
      if (has && !last.has) log.warn({ free, floor }, 'the disk has room again');
    } catch (error) {
      log.warn({ err: error }, 'the free space of the disk is not known');
    }
    last = { has, at: clock.now() };
    return has;
  }

  function refresh(): Promise<boolean> {
    asking ??= look().finally(() => {
      asking = null;
    });
    return asking;
  }

  /** A clock that was set back makes the last answer old as well. */
  function isFresh(): boolean {
    return floor === 0 || Math.abs(clock.now() - last.at) < holdsFor;
  }

  return {
    has: async () => (isFresh() ? last.has : refresh()),
    hadLately() {
      if (!isFresh()) void refresh();
      return last.has;
    },
  };
}

/** Passes bytes on as long as the disk has room for them; refuses `disk_full` at the first part for which it has none. */
export async function* whileRoom(bytes: AsyncIterable<Uint8Array>, room: Pick<DiskRoom, 'has'>): AsyncIterable<Uint8Array> {
  for await (const part of bytes) {
    if (!(await room.has())) refuse('disk_full');
    yield part;
  }
}
