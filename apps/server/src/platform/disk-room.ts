import { statfs } from 'node:fs/promises';
import type { Clock } from './clock.ts';
import type { Logger } from './log.ts';
import { refuse } from './refusal.ts';

/** Returns the number of free blocks for this user and the block size of a file system. */
export type AskFileSystem = (
  path: string,
) => Promise<{ readonly bavail: number; readonly bsize: number }>;

/** Checks that free disk space is above the reserved minimum. */
export type DiskRoom = {
  /** Checks the disk, or uses the last result if it is less than one second old. */
  has(): Promise<boolean>;
  /** Returns the last result. If it is older than one second, starts a check for the next call. */
  hadLately(): boolean;
};

/** Validity of a result (ms). */
const holdsFor = 1_000;

/**
 * Creates the {@link DiskRoom} of the file system of `path`. A `floor` of 0 bytes disables the
 * check.
 */
export function createDiskRoom(options: {
  path: string;
  floor: number;
  clock: Clock;
  log: Pick<Logger, 'warn' | 'error'>;
  ask?: AskFileSystem | undefined;
}): DiskRoom {
  const { path, floor, clock, log, ask = statfs } = options;
  let last = { has: true, at: Number.NEGATIVE_INFINITY };
  let asking: Promise<boolean> | null = null;

  /**
   * Checks the disk. An error counts as sufficient space: the database reports a full disk itself.
   */
  async function check(): Promise<boolean> {
    let has = true;
    try {
      const { bavail, bsize } = await ask(path);
      const free = bavail * bsize;
      has = free >= floor;
      if (!has && last.has)
        log.error(
          { free, floor },
          'the disk is almost full: no new data is accepted until space is freed',
        );
      if (has && !last.has) log.warn({ free, floor }, 'the disk has enough free space again');
    } catch (error) {
      log.warn({ err: error }, 'the free space of the disk could not be determined');
    }
    last = { has, at: clock.now() };
    return has;
  }

  function refresh(): Promise<boolean> {
    asking ??= check().finally(() => {
      asking = null;
    });
    return asking;
  }

  /** True if the last result is recent. A clock that was set back also makes it outdated. */
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

/** Passes on bytes while the disk has room. Refuses `disk_full` at the first chunk without room. */
export async function* whileRoom(
  bytes: AsyncIterable<Uint8Array>,
  room: Pick<DiskRoom, 'has'>,
): AsyncIterable<Uint8Array> {
  for await (const part of bytes) {
    if (!(await room.has())) refuse('disk_full');
    yield part;
  }
}
