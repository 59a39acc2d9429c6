import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { EmbeddedError } from './embedded-error.ts';
import { isNodeError } from './node-error.ts';
import type { ClusterLocation } from './place.ts';

const keptName = /^cluster-\d+$/;
const removedEnding = '.removed';

/** Returns the path of the cluster of an earlier major version, which an upgrade keeps. */
export const keptIn = (parent: string, major: number): string => join(parent, `cluster-${major}`);

/** Returns the paths of the clusters that were kept by upgrades. */
export async function findKept(parent: string): Promise<string[]> {
  const names = await readdir(parent).catch((error: unknown) => {
    if (isNodeError(error) && error.code === 'ENOENT') return [] as string[];
    throw error;
  });
  return names.filter((name) => keptName.test(name)).map((name) => join(parent, name));
}

/** Returns the major version of PostgreSQL that can read a cluster. */
export async function readMajor(cluster: string): Promise<number> {
  return Number((await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim());
}

/**
 * Removes the clusters that were kept by upgrades, and returns their paths.
 *
 * @throws `EmbeddedError` if there is no other one
 */
export async function removeKept({ parent, cluster }: ClusterLocation): Promise<string[]> {
  const kept = await findKept(parent);
  const present = await readMajor(cluster).catch(() => 0);
  for (const path of kept) {
    if (present <= (await readMajor(path)))
      throw new EmbeddedError(`${path} is not removed: there is no upgraded database beside it.`);
    await rename(path, `${path}${removedEnding}`);
  }
  // Also those of a command that was interrupted.
  for (const name of await readdir(parent))
    if (name.endsWith(removedEnding)) await rm(join(parent, name), { recursive: true });
  return kept;
}
