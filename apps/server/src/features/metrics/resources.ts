import { readdir, stat, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Numbers of connections of this process to the database. `waiting`: queries without one. */
export type Pool = { readonly total: number; readonly idle: number; readonly waiting: number };

/** Space on the disks of this process (bytes). */
export type Storage = {
  /** Free space by name of a folder. A folder that cannot be read is missing. */
  readonly free: Readonly<Record<string, number>>;
  /** Free space below which no new data is stored. */
  readonly reserve: number;
  /** Size of the journal; null without an embedded database. */
  readonly journal: number | null;
};

/** Resources of this process, which are read when they are needed. */
export type Resources = { pool(): Pool; storage(): Promise<Storage> };

/** Returns the free space of a folder by its name; nothing if it cannot be read. */
async function freeIn([name, path]: readonly [string, string]): Promise<[string, number][]> {
  try {
    const { bavail, bsize } = await statfs(path);
    return [[name, bavail * bsize]];
  } catch {
    return [];
  }
}

/** Returns the size of the files in a folder. Files that disappear meanwhile are not counted. */
async function sizeOf(folder: string): Promise<number> {
  const names = await readdir(folder).catch(() => []);
  const sizes = await Promise.all(
    names.map((name) =>
      stat(join(folder, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/**
 * Creates the {@link Resources}.
 *
 * @param options `folders`: paths by name. `journal`: folder of the journal; null without one.
 */
export function createResources(options: {
  pool: { readonly totalCount: number; readonly idleCount: number; readonly waitingCount: number };
  folders: Readonly<Record<string, string>>;
  reserve: number;
  journal: string | null;
}): Resources {
  const { pool, folders, reserve, journal } = options;
  return {
    pool: () => ({
      total: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    async storage() {
      const free = await Promise.all(Object.entries(folders).map(freeIn));
      return {
        free: Object.fromEntries(free.flat()),
        reserve,
        journal: journal === null ? null : await sizeOf(journal),
      };
    },
  };
}
